import { describe, expect, test } from "vitest";
import { contrast, hexToOklch, oklchToHex } from "./colour.ts";
import { canBePrimary, defaultPrimary, ladderOf, ladderSteps, primaryColours, whiteOn } from "./ladder.ts";

const picked = ["#0F6E6E", "#4E5BA6", "#6B4FA0", "#8A4B2A", "#3E5C3A", "#44546A", "#B00020", "#111111", "#7A0BC0"];
const grounds = {
  light: ["#FFFFFF", "#F6F7F9", "#F1F3F6", "#EDF2F7"],
  dark: ["#151C25", "#0E131A", "#1B242F", "#202B37"],
};

describe("colour", () => {
  test("OKLCH and back gives the same colour", () => {
    for (const hex of [...picked, "#FFFFFF", "#000000", "#00FF00"]) expect(oklchToHex(hexToOklch(hex))).toBe(hex);
  });

  test("contrast is the one of WCAG", () => {
    expect(contrast("#FFFFFF", "#000000")).toBeCloseTo(21, 5);
    expect(whiteOn(defaultPrimary)).toBeCloseTo(5.03, 2);
  });
});

describe("ladderOf", () => {
  test("the default colour keeps its tuned steps", () => {
    expect(ladderOf("#3b72aa")).toMatchObject({ 50: "#F2F6FB", 500: "#3B72AA", 900: "#182E47" });
  });

  test("a picked colour is its own middle, and the steps fall in lightness around it", () => {
    for (const colour of picked.filter((one) => hexToOklch(one).l > 0.3)) {
      const ladder = ladderOf(colour);
      expect(ladder[500]).toBe(colour);
      const lightness = ladderSteps.map((step) => hexToOklch(ladder[step]).l);
      expect(lightness).toEqual([...lightness].sort((a, b) => b - a));
    }
  });

  test("hover and pressed of an almost black colour can be told from it", () => {
    const ladder = ladderOf("#111111");
    expect(hexToOklch(ladder[600]).l).toBeGreaterThan(hexToOklch(ladder[500]).l + 0.02);
    expect(hexToOklch(ladder[700]).l).toBeGreaterThan(hexToOklch(ladder[600]).l);
  });
});

describe("primaryColours", () => {
  test.each(["light", "dark"] as const)("links reach 4.5 on every surface of the %s theme", (theme) => {
    for (const colour of picked) {
      const { link, selected } = primaryColours(colour, theme);
      for (const ground of [...grounds[theme], selected]) expect(contrast(link, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe("canBePrimary", () => {
  test("refuses colours on which white text cannot be read", () => {
    for (const colour of ["#FFD400", "#6A9ACA", "#8FD14F", "#FFFFFF"]) expect(canBePrimary(colour)).toBe(false);
    for (const colour of picked) expect(canBePrimary(colour)).toBe(true);
  });
});
