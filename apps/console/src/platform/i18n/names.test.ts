import { currencyCodes } from "@countinghouse/money/currency.ts";
import { describe, expect, test } from "vitest";
import { meetsNeed, sharesRole } from "../access/may.ts";
import { countryChoices, countryName } from "./country-name.ts";
import { currencyChoices } from "./currency-name.ts";

describe("countries", () => {
  test("are all those of ISO 3166-1 and none that browsers add", () => {
    const codes = countryChoices("en").map(({ value }) => value);
    expect(codes.length).toBeGreaterThan(240);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of ["GB", "CN", "TW", "HK", "BR", "AX"]) expect(codes).toContain(code);
    for (const code of ["EU", "UN", "XK", "ZZ", "UK"]) expect(codes).not.toContain(code);
  });

  test.each([
    ["en", "Germany"],
    ["zh-CN", "德国"],
    ["zh-TW", "德國"],
  ])("are named in %s, with their code beside", (locale, name) => {
    expect(countryName("DE", locale)).toBe(name);
    expect(countryChoices(locale).find(({ value }) => value === "DE")?.label).toBe(`${name} · DE`);
  });

  test("stand in the order of their names in the reader's language", () => {
    const labels = countryChoices("en").map(({ label }) => label);
    expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, "en")));
  });

  test("that nobody knows keep their code", () => {
    expect([countryName("ZQ", "en"), countryName("no code", "en")]).toEqual(["ZQ", "no code"]);
  });
});

test("currencies are all that amounts can be held in, by code and name", () => {
  const choices = currencyChoices("zh-CN");
  expect(choices.map(({ value }) => value)).toEqual([...currencyCodes].sort());
  expect(choices.find(({ value }) => value === "JPY")?.label).toBe("JPY 日元");
  expect(currencyChoices("zh-CN")).toBe(choices);
});

describe("a need for permissions", () => {
  const held = new Set(["sysPos:page", "sysPos:add"]);
  test.each([
    [{}, true],
    [{ need: "sysPos:add" }, true],
    [{ need: "sysPos:delete" }, false],
    [{ any: ["sysPos:delete", "sysPos:page"] }, true],
    [{ any: ["sysPos:delete"] }, false],
    [{ any: [] }, false],
    [{ all: ["sysPos:page", "sysPos:add"] }, true],
    [{ all: ["sysPos:page", "sysPos:delete"] }, false],
    [{ need: "sysPos:page", all: ["sysPos:delete"] }, false],
  ])("%o is met: %s", (need, isMet) => {
    expect(meetsNeed(held, need)).toBe(isMet);
  });
});

test.each([
  [null, [1], true],
  [[], [], true],
  [[2, 3], [1, 3], true],
  [[2, 3], [1], false],
])("a route of the roles %o is seen by the roles %o: %s", (ofRoute, ofUser, isSeen) => {
  expect(sharesRole(ofRoute, ofUser)).toBe(isSeen);
});
