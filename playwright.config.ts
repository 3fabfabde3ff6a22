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

/**
 * Journeys through the shell, accounts and positions: what they write is their own. They read no money, and change nothing
 * of a merchant, a gateway or a setting, so they go beside the journeys that do. All that sign in by the form are here: the
 * form counts failures by address.
 */
const shell = [
  "connections",
  "failures",
  "language",
  "phone",
  "positions",
  "roles",
  "second-factor",
  "session",
  "shell",
  "sign-in",
  "tabs",
  "theme",
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/e2e",
  timeout: 180_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  workers: 2,
  projects: [
    // One after the other within each, for they look at the same lists; the two go side by side.
    { name: "journeys", testIgnore: [walk, ...shell], workers: 1 },
    { name: "shell", testMatch: shell, workers: 1 },
    // Changes nothing, so its tests go side by side.
    { name: "walk", testMatch: walk, fullyParallel: true, dependencies: ["journeys", "shell"] },
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
