import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brandColoursOf, contrast, ownColour, pageBackgrounds } from "./brand.policy.ts";

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("contrast", () => {
  test.each([
    ["#ffffff", "#000000", 21],
    ["#777777", "#ffffff", 4.48],
    ["#ff0000", "#ffffff", 4],
    ["#123456", "#123456", 1],
  ])("of %s and %s is %d to 1", (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe("the look of a brand", () => {
  test("can be read and seen whatever colour a merchant chooses", () => {
    fc.assert(
      fc.property(colour, (chosen) => {
        const { fill, text, lineOnLight, lineOnDark } = brandColoursOf(chosen);
        expect(fill).toBe(chosen);
        expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(lineOnLight, pageBackgrounds.light)).toBeGreaterThanOrEqual(3);
        expect(contrast(lineOnDark, pageBackgrounds.dark)).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  test("keeps a colour that is clear as it is, and shades one that is not", () => {
    expect(brandColoursOf(ownColour)).toMatchObject({ text: "#ffffff", lineOnLight: ownColour });
    expect(brandColoursOf("#ffe000")).toMatchObject({ fill: "#ffe000", text: "#000000", lineOnDark: "#ffe000" });
    expect(brandColoursOf("#ffe000").lineOnLight).not.toBe("#ffe000");
  });
});
