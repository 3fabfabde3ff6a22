import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { keepTemporaryFilesInMemory } from "./scripts/memory-folder.mjs";

keepTemporaryFilesInMemory();

/** Suites that need Node alone: packages, tools, and the server on a throw-away PostgreSQL of the run. */
const server: TestProjectInlineConfiguration = {
  test: {
    name: "server",
    environment: "node",
    include: [
      "apps/{server,simulator}/**/*.test.ts",
      "packages/{contract,money,ledger}/**/*.test.ts",
      "tools/**/*.test.ts",
    ],
    exclude: [...configDefaults.exclude, "**/dist/**"],
    globalSetup: ["apps/server/test/global-setup.ts"],
    pool: "forks",
    // Node reads the sources itself, as it does for whoever runs the product: nothing is transformed, and nothing mocked.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // One more than the cores that a run may count on: some always wait, for a lease, a late answer or the database.
    maxWorkers: 3,
    // Several times what the slowest takes on a quiet machine: a limit ends what hangs and measures nothing.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Files share their worker's modules, which keep no state: loading them anew for each took a third of the run.
    isolate: false,
  },
};

/** Suites that need a browser. `npm test` finds one and names it in CHROMIUM_PATH; without it they are left out. */
async function consoleInBrowser(chromium: string): Promise<TestProjectInlineConfiguration> {
  const { playwright } = await import("@vitest/browser-playwright");
  // As root, and in most containers, Chromium's own sandbox cannot start; only our own pages are opened.
  const launchOptions = { executablePath: chromium, args: ["--no-sandbox"] };
  return {
    // Named here, because a dependency found in the middle of a run reloads the page under the tests.
    optimizeDeps: {
      include: [
        "@dagrejs/dagre",
        "@tanstack/react-query",
        "@testing-library/react",
        "@xyflow/react",
        "@zxcvbn-ts/core",
        "@zxcvbn-ts/language-common",
        "@zxcvbn-ts/language-en",
        "antd",
        "dayjs",
        "lucide-react",
        "react",
        "react-dom",
        "react-dom/client",
        "react-router",
        "react/jsx-dev-runtime",
        "react/jsx-runtime",
        "zod",
      ],
    },
    test: {
      name: "console",
      include: ["apps/console/src/**/*.test.{ts,tsx}", "packages/ui/**/*.test.{ts,tsx}"],
      maxWorkers: 2,
      // A busy machine takes seconds over what takes a blink elsewhere.
      expect: { poll: { timeout: 10_000 } },
      setupFiles: ["apps/console/test/patience.ts"],
      testTimeout: 60_000,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // As for people who ask for it: nothing moves, so nothing waits for it to come to rest.
        provider: playwright({ launchOptions, contextOptions: { reducedMotion: "reduce" } }),
        instances: [{ browser: "chromium" }],
      },
      // Files share their worker's page: loading the console anew for each took half of the run.
      isolate: false,
    },
  };
}

const chromium = process.env.CHROMIUM_PATH;

export default defineConfig({
  test: { projects: [server, ...(chromium ? [await consoleInBrowser(chromium)] : [])] },
});
