import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { keepTemporaryFilesInMemory } from "./scripts/memory-folder.mjs";

keepTemporaryFilesInMemory();

/** Every worker of a run reads this file; only the first makes the folder, and takes it away once the nodes are gone. */
if (process.env.E2E_DATA === undefined) {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-e2e-"));
  process.env.E2E_DATA = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}
process.env.E2E_PORT ??= String(20_000 + 2 * (process.pid % 10_000));
process.env.E2E_PASSWORD ??= "river-Basin-41-quartz";

/** The node of the journeys through money, and that of those through the shell: what goes side by side shares nothing. */
const [ofMoney, ofShell] = [0, 1].map((at) => {
  const port = String(Number(process.env.E2E_PORT) + at);
  return { port, address: `http://127.0.0.1:${port}`, data: join(process.env.E2E_DATA ?? "", port) };
}) as [Node, Node];

interface Node {
  readonly port: string;
  readonly address: string;
  readonly data: string;
}

const server = ({ port, address, data }: Node, { hasMoney }: { readonly hasMoney: boolean }) => ({
  command: "node apps/server/src/main.ts",
  url: `${address}/readyz`,
  timeout: 120_000,
  gracefulShutdown: { signal: "SIGTERM" as const, timeout: 30_000 },
  env: {
    PORT: port,
    COUNTINGHOUSE_DATA: data,
    COUNTINGHOUSE_TEST_HOSTS: "127.0.0.1",
    COUNTINGHOUSE_ADMIN_PASSWORD: process.env.E2E_PASSWORD ?? "",
    COUNTINGHOUSE_LOG_LEVEL: "warn",
    COUNTINGHOUSE_TRUST_PROXY: "1",
    COUNTINGHOUSE_DEMO: String(hasMoney),
    COUNTINGHOUSE_SIMULATOR: hasMoney ? "on" : "off",
  },
});

/** The walk over every page of the menu. */
const walk = "sweep.spec.ts";

/** Journeys through the shell, accounts and positions, which need no demonstration. */
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
    // One after the other within each, for they look at the same lists.
    { name: "money", testIgnore: [walk, ...shell], workers: 1, use: { baseURL: ofMoney.address } },
    { name: "shell", testMatch: shell, workers: 1, use: { baseURL: ofShell.address } },
    // Changes nothing, so its tests go side by side, over what the journeys through money left.
    {
      name: "walk",
      testMatch: walk,
      fullyParallel: true,
      dependencies: ["money", "shell"],
      use: { baseURL: ofMoney.address },
    },
  ],
  retries: 0,
  forbidOnly: true,
  use: {
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
  webServer: [server(ofShell, { hasMoney: false }), server(ofMoney, { hasMoney: true })],
});
