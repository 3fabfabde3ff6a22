import { describe, expect, test } from "vitest";
import { fill } from "./locale.ts";

describe("fill", () => {
  test("puts words in the number of what is counted, also where the count is written out", () => {
    const text = "{count} {count:failure|failures} in a row";
    expect([0, 1, 2, "1", "1,204"].map((count) => fill(text, { count }))).toEqual([
      "0 failures in a row",
      "1 failure in a row",
      "2 failures in a row",
      "1 failure in a row",
      "1,204 failures in a row",
    ]);
  });

  test("leaves what it has no value for in sight", () => {
    expect(fill("{name}: {count:order|orders}")).toBe("{name}: {count:order|orders}");
  });
});
