// npm test: every check and every suite. The last line is the count.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { suitesByVersion } from "./by-version.mjs";
import { runChecks } from "./checks.mjs";
import { buildConsole, setup } from "./setup.mjs";
import { root, say } from "./steps.mjs";
import { runPlaywright, runVitest } from "./suites.mjs";

const systemPostgres = "/usr/lib/postgresql/15/bin/postgres";

/** Suites that this machine cannot run; each is said aloud and counted. */
const skipped = [];

await setup();
const browser = await findBrowser();
const withBrowser = browser === undefined ? {} : { CHROMIUM_PATH: browser };
const results = [await runChecks()];

results.push(await runVitest("server on the embedded PostgreSQL", ["--project", "server"]));
if (existsSync(systemPostgres)) {
  results.push(
    await runVitest("server on PostgreSQL 15", ["--project", "server", ...suitesByVersion()], { TEST_POSTGRES: "15" }),
  );
} else skipped.push("the server suites on PostgreSQL 15, because it is not installed");

if (browser === undefined) skipped.push("the console suites, because there is no Chromium (set CHROMIUM_PATH)");
else results.push(await runVitest("console in Chromium", ["--project", "console"], withBrowser));

if (hasJourneys()) {
  if (browser === undefined) skipped.push("the journeys, because there is no Chromium (set CHROMIUM_PATH)");
  else {
    await buildConsole();
    results.push(await runPlaywright("journeys in Chromium", withBrowser));
  }
}

report();

function hasJourneys() {
  const folder = path.join(root, "e2e");
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true, encoding: "utf8" }).some((file) => file.endsWith(".spec.ts"))
  );
}

function report() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const counts = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") + skipped.length };
  say("");
  for (const reason of skipped) say(`!!! SKIPPED: ${reason}`);
  say(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
}
