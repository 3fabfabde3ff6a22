import { describe, expect, test } from "vitest";
import { RowSum } from "./row-sum.ts";

const sumOf = (...chunks: string[]) => {
  const sum = new RowSum();
  for (const chunk of chunks) sum.add(Buffer.from(chunk));
  return { rows: sum.rows, content: sum.content };
};
const whole = sumOf("1\ta\n2\tb\n3\t账\n");

describe("RowSum", () => {
  test("is the same for rows in any order and cut anywhere", () => {
    expect(whole.rows).toBe(3);
    expect(sumOf("3\t账\n1\ta\n2\tb\n")).toEqual(whole);
    expect(sumOf("1", "\ta", "\n2\tb\n3\t", "账\n")).toEqual(whole);
  });

  test.each([
    ["missing", "1\ta\n2\tb\n"],
    ["changed", "1\ta\n2\tc\n3\t账\n"],
    ["doubled in another's place", "1\ta\n1\ta\n3\t账\n"],
    ["split otherwise", "1\ta2\tb\n\n3\t账\n"],
    ["exchanged in a column", "1\tb\n2\ta\n3\t账\n"],
  ])("differs where a row is %s", (_, text) => {
    expect(sumOf(text)).not.toEqual(whole);
  });
});
