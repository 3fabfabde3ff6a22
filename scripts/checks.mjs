// The checks that need no database and no browser; each counts as one.
import { run, say, tool } from "./steps.mjs";

const checks = [
  { name: "types", program: "tsc", args: ["--noEmit", "--project", "tsconfig.json"] },
  { name: "types of the console", program: "tsc", args: ["--noEmit", "--project", "apps/console"] },
  { name: "types of the journeys", program: "tsc", args: ["--noEmit", "--project", "e2e"] },
  { name: "lint and format", program: "biome", args: ["check", "."] },
];

/** Runs them all and answers how many passed and failed; a failure does not hide the ones behind it. */
export async function runChecks() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, program, args } of checks) {
    say(`\n== ${name}`);
    const code = await run(tool(program), args);
    say(code === 0 ? `${name}: passed` : `${name}: FAILED`);
    total[code === 0 ? "passed" : "failed"] += 1;
  }
  return total;
}
