import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { billPath, billText, isAllowed, licencesPath, licencesText, packagesOf } from "../../scripts/software-bill.mjs";
import { expectNone } from "./expect-none.ts";
import { root } from "./sources.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const lock = JSON.parse(read("package-lock.json"));

/** Packages of a lock file whose licence is not allowed. */
const refused = (of: typeof lock): string[] =>
  packagesOf(of).flatMap(({ name, licence }) => (isAllowed(licence) ? [] : `${name}: ${licence}`));

describe("third-party packages", () => {
  test("all have a licence that is allowed", () => {
    expect(packagesOf(lock).length).toBeGreaterThan(100);
    expectNone(refused(lock).map((line) => `${line}: take another package, or allow the licence in software-bill.mjs`));
  });

  test("are refused without a licence, and with one that is not allowed", () => {
    const planted = {
      packages: { "node_modules/one": { version: "1" }, "node_modules/two": { version: "1", license: "GPL-3.0" } },
    };
    expect(refused(planted)).toEqual(["one: null", "two: GPL-3.0"]);
  });

  test("are those of the committed bill of materials and list of licences; `npm run bill` writes both", () => {
    expect(read(billPath) === billText(lock)).toBe(true);
    expect(read(licencesPath) === licencesText(lock)).toBe(true);
  });
});
