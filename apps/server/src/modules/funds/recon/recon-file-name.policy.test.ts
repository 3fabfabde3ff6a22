import fc from "fast-check";
import { expect, test } from "vitest";
import { isFinished, isNamedLike, quietMs } from "./recon-file-name.policy.ts";

test.each([
  ["settlement_20261120.csv", "settlement_*.csv", true],
  ["settlement_20261120.csv.part", "settlement_*.csv", false],
  ["a.csv", "*", true],
  ["a.csv", "a.csv", true],
  ["A.csv", "a.csv", false],
  ["ab", "ab*b", false],
  ["abb", "ab*b", true],
  ["x-mid-y-mid-z", "x*mid*mid*z", true],
  ["x-mid-z", "x*mid*mid*z", false],
  [`${"a".repeat(250)}b`, `${"*a".repeat(60)}*c`, false],
])("%s of %s: %s", (name, pattern, isLike) => {
  expect(isNamedLike(name, pattern)).toBe(isLike);
});

test("a name is of every pattern that some of it is left out of", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{0,4}$/), { minLength: 1, maxLength: 6 }),
      fc.stringMatching(/^[a-z]{0,4}$/),
      (pieces, between) => {
        expect(isNamedLike(pieces.join(between), pieces.join("*"))).toBe(true);
      },
    ),
  );
});

test("a file that is still written, or was a moment ago, is left there", () => {
  const now = new Date("2026-11-20T10:00:00.000Z");
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  expect(isFinished({ name: "a.csv", modifiedTime: before(quietMs) }, now)).toBe(true);
  expect(isFinished({ name: "a.csv", modifiedTime: before(quietMs - 1) }, now)).toBe(false);
  expect(isFinished({ name: "a.csv.filepart", modifiedTime: before(quietMs) }, now)).toBe(false);
  expect(isFinished({ name: `${"a".repeat(128)}.csv`, modifiedTime: before(quietMs) }, now)).toBe(false);
  expect(isFinished({ name: "a\u202e.csv", modifiedTime: before(quietMs) }, now)).toBe(false);
  expect(isFinished({ name: ".a.csv", modifiedTime: before(quietMs) }, now)).toBe(false);
});
