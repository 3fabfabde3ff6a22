import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type AdvisoryList, advisoriesPath, compareVersions, findings, isAffected } from "../../scripts/advisories.mjs";
import { expectNone } from "./expect-none.ts";
import { root } from "./sources.ts";

const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const list: AdvisoryList = read(advisoriesPath);

describe("packages of the lock file", () => {
  test("have no version that a listed advisory is about", () => {
    expectNone(findings(read("package-lock.json"), list).map((line) => `${line}: take a version without it`));
  });

  test("are refused where they have one, wherever in the tree", () => {
    const planted = {
      packages: {
        "node_modules/one/node_modules/ws": { version: "7.5.9" },
        "node_modules/ws": { version: "7.5.10" },
        "node_modules/pug": { version: "3.0.2" },
      },
    };
    expect(findings(planted, list).map((line) => line.split(",")[0])).toEqual([
      "pug 3.0.2: GHSA-3965-hpx2-q597",
      "ws 7.5.9: GHSA-3h5v-q93c-6h6q",
    ]);
  });
});

describe("the list of advisories", () => {
  test("names package, range, number, time and source of each, once", () => {
    expect(list.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(list.advisories.length).toBeGreaterThan(20);
    for (const { id, cve, month, about, source, affected } of list.advisories) {
      expect(id).toMatch(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/);
      if (cve) expect(cve).toMatch(/^CVE-\d{4}-\d{4,}$/);
      expect(month).toMatch(/^20\d{2}-(0[1-9]|1[0-2])$/);
      expect(month <= list.asOf).toBe(true);
      expect(source).toBe(`https://github.com/advisories/${id}`);
      expect(about.length).toBeGreaterThan(10);
      expect(isAffected("0.0.0", affected), "a range can be read").toBeTypeOf("boolean");
    }
    expect(new Set(list.advisories.map(({ id }) => id)).size).toBe(list.advisories.length);
  });

  test.each([
    ["1.2.3", "<1.2.4", true],
    ["1.2.4", "<1.2.4", false],
    ["10.0.0", "<9.0.0", false],
    ["2.5.0", "<1.0.0 || >=2.0.0 <2.5.1", true],
    ["8.0.0-alpha.16", ">=8.0.0-0 <8.0.0-alpha.17", true],
    ["8.0.0", ">=8.0.0-0 <8.0.0-alpha.17", false],
    ["8.1.2", "=8.1.2", true],
  ])("has %s in the range %s: %s", (version, range, isIn) => {
    expect(isAffected(version, range)).toBe(isIn);
  });

  test("puts previews before releases, and figures before words", () => {
    const ordered = ["1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0", "1.0.1"];
    expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
    expect(() => isAffected("latest", "<1.0.0")).toThrow("is no version");
  });
});
