import { describe, expect, test } from "vitest";
import { contrast, hexToOklch, isHexColour, normalHex, oklchToHex } from "./colour.ts";

describe("hex colours", () => {
  test.each([
    ["#1677FF", true],
    ["1677ff", true],
    ["  #1677ff ", true],
    ["#1677F", false],
    ["#1677FFF", false],
    ["#1677FG", false],
    ["##1677FF", false],
    ["rgb(1,2,3)", false],
    ["", false],
  ])("%j: six hex digits or not", (text, isOne) => {
    expect(isHexColour(text)).toBe(isOne);
  });

  test.each(["1677ff", "#1677ff", " #1677FF "])("%j is written in one way", (text) => {
    expect(normalHex(text)).toBe("#1677FF");
  });
});

describe("contrast", () => {
  test.each([
    ["#000000", "#FFFFFF", 21],
    ["#FFFFFF", "#FFFFFF", 1],
    // The lightest grey that passes on white for text (WCAG 2.2, AA).
    ["#767676", "#FFFFFF", 4.54],
    ["#FF0000", "#FFFFFF", 4],
  ])("%s on %s is %d", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
    expect(contrast(other, one)).toBeCloseTo(ratio, 2);
  });
});

describe("OKLCH", () => {
  test.each([
    // Reference values of CSS Color 4.
    ["#FFFFFF", { l: 1, c: 0 }],
    ["#000000", { l: 0, c: 0 }],
    ["#FF0000", { l: 0.628, c: 0.2577, h: 29.23 }],
    ["#00FF00", { l: 0.8664, c: 0.2948, h: 142.5 }],
    ["#0000FF", { l: 0.452, c: 0.3132, h: 264.05 }],
  ])("%s has the lightness, chroma and hue that are published", (hex, expected) => {
    const found = hexToOklch(hex);
    expect(found.l).toBeCloseTo(expected.l, 3);
    expect(found.c).toBeCloseTo(expected.c, 3);
    if ("h" in expected) expect(found.h).toBeCloseTo(expected.h, 1);
  });

  test.each(["#000000", "#FFFFFF", "#1677FF", "#FF0000", "#00FF00", "#0000FF", "#7C3AED", "#0A0B0C"])(
    "%s is the same after both conversions",
    (hex) => {
      expect(oklchToHex(hexToOklch(hex))).toBe(hex);
    },
  );

  test("what no screen shows keeps its lightness and hue and loses chroma", () => {
    const shown = hexToOklch(oklchToHex({ l: 0.7, c: 0.4, h: 145 }));
    expect(shown.l).toBeCloseTo(0.7, 2);
    expect(Math.abs(shown.h - 145)).toBeLessThan(2);
    expect(shown.c).toBeLessThan(0.4);
  });

  test.each([
    [1.4, "#FFFFFF"],
    [-0.2, "#000000"],
  ])("a lightness of %d is the nearest there is", (l, hex) => {
    expect(oklchToHex({ l, c: 0, h: 0 })).toBe(hex);
  });
});
