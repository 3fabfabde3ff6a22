import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromWithoutFormulas, withoutFormulas } from "./spreadsheet-text.ts";

const marks = fc.constantFrom(
  "=",
  "+",
  "-",
  "@",
  "＝",
  ";",
  "\t",
  "\n",
  "\r\n",
  "|",
  " ",
  "'",
  '"',
  "\u00a0",
  "a",
  "1",
);
const texts = fc.array(marks, { maxLength: 12 }).map((parts) => parts.join(""));

/** Cells as a program parses a line with one of these list separators, quoted or not. */
const cellsOf = (text: string): string[] => text.split(/[;|\t\r\n\v\f\u0085\u2028\u2029]/);

describe("a text in a spreadsheet", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["a;=HYPERLINK(1)", "a;'=HYPERLINK(1)"],
    ["a\t=1", "a\t'=1"],
    ["a\n +1", "a\n '+1"],
    ["  -1", "  '-1"],
    ["'=1", "''=1"],
    ["a;b;=1;c;@x", "a;b;'=1;c;'@x"],
    ["Ltd. - 10 % = less, +49 30 123", "Ltd. - 10 % = less, +49 30 123"],
    ["order-1", "order-1"],
  ])("of %j is %j", (text, written) => {
    expect(withoutFormulas(text)).toBe(written);
  });

  test("starts no formula wherever it is taken apart, and reads back as it was", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const written = withoutFormulas(text);
        expect(cellsOf(written).filter((cell) => /^["\s]*[=+@＝＋－＠-]/.test(cell))).toEqual([]);
        expect(fromWithoutFormulas(written)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
