import { describe, expect, test } from "vitest";
import { commonPrefix, delimiterOf, prefixesOf, readHeading, readRange } from "./range-row.policy.ts";

const heading = readHeading(["low", "high", "country", "brand", "funding"]);
const read = (line: string) => heading && readRange(heading, line.split(","));

describe("a row of a file of card ranges", () => {
  test("is a range with what both its ends begin with", () => {
    expect(read("451234,451234,de,VISA,Credit")).toEqual({
      low: "451234",
      high: "451234",
      prefix: "451234",
      country: "DE",
      brand: "visa",
      funding: "credit",
    });
    expect(read("45123400000,45123459999,DE,,")).toMatchObject({ prefix: "451234", brand: null, funding: null });
    expect(read("222100,272099,US,mastercard,")).toMatchObject({ prefix: "2" });
  });

  test.each([
    ["451234,451234,DE,visa", null, "columnsDiffer"],
    ["45123,451234,DE,,", "low", "notDigits"],
    ["451234,451234000000,DE,,", "high", "notDigits"],
    ["4512 34,451234,DE,,", "low", "notDigits"],
    ["451235,451234,DE,,", "high", "reversed"],
    ["451234,451234,Germany,,", "country", "notCountry"],
    ["451234,451234,DE,?,", "brand", "notBrand"],
    ["451234,451234,DE,,charge", "funding", "notFunding"],
  ])("%s is refused at %s: %s", (line, column, reason) => {
    expect(read(line)).toMatchObject({ column, reason });
  });

  test("that holds a whole card number is told without it", () => {
    expect(read("4111111111111111,451234,DE,,")).toMatchObject({ column: "low", value: "411111******1111" });
  });

  test("has its columns in any order, and the last two may be missing", () => {
    const other = readHeading([" Country ", "HIGH", "low"]);
    expect(other && readRange(other, ["FR", "451299", "451200"])).toMatchObject({ low: "451200", country: "FR" });
    expect(readHeading(["low", "high", "land"])).toBeUndefined();
    expect([delimiterOf("low;high;country\n1,2"), delimiterOf("low,high,country")]).toEqual([";", ","]);
  });

  test("lies under one of the beginnings of every card that it holds", () => {
    for (const [low, high, card] of [
      ["451234", "451234", "45123499999"],
      ["222100", "272099", "25000000000"],
      ["400000", "599999", "51234567890"],
    ] as const)
      expect(prefixesOf(card)).toContain(commonPrefix(low.padEnd(11, "0"), high.padEnd(11, "9")));
  });
});
