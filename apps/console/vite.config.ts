import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fetchAhead } from "./fetch-ahead.ts";
import { precompress } from "./precompress.ts";

const api = process.env.COUNTINGHOUSE_API ?? "http://127.0.0.1:8080";

/** What both the sign-in page and the shell stand on: one request instead of a dozen small ones. */
const base = [
  /node_modules\/(react|react-dom|scheduler)\//,
  /platform\/state\//,
  /platform\/i18n\/(language|use-words)\.ts/,
  /platform\/api\/(client|client\.messages|connection|tokens|call-error)\.ts/,
  /platform\/theme\/(settings|apply)\.ts/,
  /platform\/session\/system-info\.ts/,
  /ui\/src\/theme\/(colour|ladder)\.ts/,
  /contract\/src\/kit\/(locale|resource)\.ts/,
  /src\/app\/(guard|feel|loading-overlay|entry|session\/leave-session)\.tsx?/,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  /lucide-react\/dist\/esm\/icons\/(globe|check|x|arrow-left|chevron-down|refresh-cw|lock|circle-check|key-round|eye|eye-off)\.m?js/,
  /ui\/src\/brand\//,
  /ui\/src\/layout\/lazy-part\.tsx/,
  /src\/app\/site-logo\.tsx/,
  /src\/app\/errors\/(load-failure|state-page|errors\.messages)\.tsx?/,
  /src\/main\.tsx/,
  /platform\/factors\/qr-image\.tsx/,
  // What the sign-in page and the shell's forms both hold: left with the sign-in page, every visit would bring that along.
  /ui\/src\/fields\/field\.tsx/,
  /contract\/src\/platform\/phone-number\.ts/,
  /copy-text\.ts/,
];

/** The sign-in page with all that its steps draw; the lock and the second proof borrow their fields from it. */
const signIn = [/src\/app\/sign-in\//];

/** The shell's own parts that its later pieces (palette, settings, lock) lean on too. */
const shell = [
  /src\/app\/shell\/(?!account-dialogs|shortcut-sheet|shortcut\.messages)[\w.-]+\.tsx?/,
  /src\/app\/(menu|tabs|routes|notices)\/[\w.-]+\.tsx?/,
  /src\/app\/session\/(?!step-up-dialog)[\w.-]+\.tsx?/,
  /src\/app\/(palette\/palette-store|settings\/drawer-store|workplace|query-client)\.tsx?/,
  /platform\/(access|session)\//,
];

/** What every list stands on, with all that it leans on itself: fifty small requests in one. */
const list = [/platform\/pages\/list-page\.tsx$/, /contract\/src\/kit\//, /contract\/src\/system-enumerations\.ts$/];

/** The icons that are left: those of the menu are needed on every page. */
const icons = [/lucide-react\/dist\/esm\/icons\//, /ui\/src\/icons\/menu-icons\.ts$/];

const isOneOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), fetchAhead(), precompress()],
  server: { port: 5173, proxy: { "/api": api, "/upload": api, "/schedule": api } },
  build: {
    outDir: "dist",
    target: "es2023",
    // The list of chunks is what the budget report reads.
    manifest: true,
    // Only the shell's own pieces are fetched ahead; a page is fetched when someone goes there.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // Their packages do not say so: what draws a button or a field must not bring all of a form along.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: isOneOf(base), priority: 6 },
            { name: "sign-in", test: isOneOf(signIn), priority: 6 },
            { name: "shell", test: isOneOf(shell), priority: 5 },
            { name: "list", test: isOneOf(list), priority: 4 },
            { name: "icons", test: isOneOf(icons), priority: 2 },
            {
              name: "words-zh-cn",
              test: /(antd\/es\/.*zh_CN|rc-[\w-]+\/.*zh_CN|dayjs\/locale\/zh-cn)\.js$/,
              priority: 1,
            },
            {
              name: "words-zh-tw",
              test: /(antd\/es\/.*zh_TW|rc-[\w-]+\/.*zh_TW|dayjs\/locale\/zh-tw)\.js$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
