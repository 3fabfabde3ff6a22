import { existsSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";

const consoleProject = "apps/console/vitest.config.ts";

/** Suites that need Node alone: packages, tools, and the server on a throw-away PostgreSQL of its own. */
const server = {
  test: {
    name: "server",
    environment: "node",
    include: ["apps/server/**/*.test.ts", "packages/{contract,money,ledger}/**/*.test.ts", "tools/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "**/dist/**"],
    globalSetup: ["apps/server/test/global-setup.ts"],
    pool: "forks" as const,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
};

export default defineConfig({
  test: {
    // Suites that need a browser live with the console and are left out where none was found.
    projects: [
      server,
      ...(existsSync(consoleProject) && process.env.COUNTINGHOUSE_BROWSER !== "none" ? [consoleProject] : []),
    ],
  },
});
