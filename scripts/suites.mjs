// Runs a suite with a report for machines beside the one for people, and counts from the former.
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { environment, root, run, say, tool } from "./steps.mjs";

const reports = path.join(root, ".cache", "reports");

/** Runs vitest and answers its counts; a file that does not load and an error outside of tests count as failed. */
export async function runVitest(name, args, extra = {}) {
  const report = await reportFile(name);
  say(`\n== ${name}`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(tool("vitest"), ["run", ...reporters, ...args], { env: environment(extra) });
  const result = read(report);
  if (result === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = result.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const failed = result.numFailedTests + unloaded.length;
  return {
    passed: result.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/** Runs the journeys in a browser and answers their counts. */
export async function runPlaywright(name, extra = {}) {
  const report = await reportFile(name);
  say(`\n== ${name}`);
  const env = environment({ ...extra, PLAYWRIGHT_JSON_OUTPUT_NAME: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const code = await run(tool("playwright"), ["test", "--reporter=list,json"], { env });
  const stats = read(report)?.stats;
  if (stats === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: stats.expected + stats.flaky,
    failed: code !== 0 && stats.unexpected === 0 ? 1 : stats.unexpected,
    skipped: stats.skipped,
  };
}

async function reportFile(name) {
  await mkdir(reports, { recursive: true });
  const file = path.join(reports, `${name.replaceAll(/[^a-z0-9]+/gi, "-")}.json`);
  // A report of an earlier run must never be counted for one that wrote none.
  await rm(file, { force: true });
  return file;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
