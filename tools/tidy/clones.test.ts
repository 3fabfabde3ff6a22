import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./sources.ts";

/** Share of copied lines, in per cent, that module code may have at 50 tokens. It may fall and never rises. */
const ceilingPercent = 3;
const tokens = 50;

interface Report {
  readonly statistics: { readonly total: { readonly sources: number; readonly percentage: number } };
  readonly duplicates: readonly {
    readonly firstFile: { name: string };
    readonly secondFile: { name: string };
    readonly lines: number;
  }[];
}

function detect(folders: readonly string[]): Report {
  const output = mkdtempSync(join(tmpdir(), "clones-"));
  try {
    const binary = join(root, "node_modules/jscpd/bin/jscpd");
    const options = [
      "--min-tokens",
      String(tokens),
      "--reporters",
      "json",
      "--silent",
      "--ignore",
      "**/*.test.*",
      "--output",
      output,
    ];
    execFileSync(process.execPath, [binary, ...folders, ...options], { cwd: root, stdio: "ignore" });
    return JSON.parse(readFileSync(join(output, "jscpd-report.json"), "utf8")) as Report;
  } finally {
    rmSync(output, { recursive: true });
  }
}

describe("clones", () => {
  test(`module code has at most ${ceilingPercent} % of its lines copied`, () => {
    const { statistics, duplicates } = detect(["apps/server/src/modules", "apps/console/src/modules"]);
    expect(statistics.total.sources).toBeGreaterThan(10);
    const where = duplicates.map(
      ({ firstFile, secondFile, lines }) =>
        `${lines} lines in ${firstFile.name} and ${secondFile.name}: say them once, where both may import it`,
    );
    expect(statistics.total.percentage, where.join("\n")).toBeLessThanOrEqual(ceilingPercent);
    // Reading everything takes a while on a machine with other work.
  }, 240_000);
});
