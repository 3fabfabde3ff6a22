import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { keepTemporaryFilesInMemory } from "./scripts/memory-folder.mjs";

keepTemporaryFilesInMemory();

/** Every worker of a run reads this file; only the first makes the folder. */
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), "countinghouse-e2e-"));
process.env.E2E_PORT ??= String(20_000 + (process.pid % 20_000));
process.env.E2E_PASSWORD ??= "river-Basin-41-quartz";

const address = `http://127.0.0.1:${process.env.E2E_PORT}`;

/** The walk over every page of the menu. */
const walk = "sweep.spec.ts";

export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/e2e",
  timeout: 180_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  workers: 2,
  projects: [
    { name: "journeys", testIgnore: walk, workers: 1 },
    // Changes nothing, so its tests go side by side.
    { name: "walk", testMatch: walk, fullyParallel: true, dependencies: ["journeys"] },
  ],
  retries: 0,
  forbidOnly: true,
  use: {
    baseURL: address,
    locale: "en-GB",
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // A dialog that grows into its place stands still for two frames before it begins to, which is where a click that
    // waits for stillness goes, and where nobody could see it yet. As in the suites of the console, nothing moves.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: ["--no-sandbox"],
    },
  },
  webServer: {
    command: "node apps/server/src/main.ts",
    url: `${address}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 30_000 },
    env: {
      PORT: process.env.E2E_PORT,
      COUNTINGHOUSE_DATA: process.env.E2E_DATA,
      COUNTINGHOUSE_TEST_HOSTS: "127.0.0.1",
      COUNTINGHOUSE_ADMIN_PASSWORD: process.env.E2E_PASSWORD,
      COUNTINGHOUSE_LOG_LEVEL: "warn",
      COUNTINGHOUSE_TRUST_PROXY: "1",
    },
  },
});
