// npm run check: what to run before every commit. Types, lint, format and the tidy rules, no browser.
import { runChecks } from "./checks.mjs";
import { setup } from "./setup.mjs";
import { say } from "./steps.mjs";
import { runVitest } from "./suites.mjs";

await setup();
const checks = await runChecks();
const tidy = await runVitest("tidy rules", ["--project", "server", "--passWithNoTests", "tools/"]);
const failed = checks.failed + tidy.failed;
say(`${checks.passed + tidy.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
