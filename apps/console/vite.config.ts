import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const api = process.env.COUNTINGHOUSE_API ?? "http://127.0.0.1:8080";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { port: 5173, proxy: { "/api": api, "/upload": api } },
  build: {
    outDir: "dist",
    target: "es2023",
    // The list of chunks is what the budget report reads.
    manifest: true,
    // Only the shell's own pieces are fetched ahead; a page is fetched when someone goes there.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
});
