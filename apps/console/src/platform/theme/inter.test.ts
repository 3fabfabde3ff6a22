import "@countinghouse/ui/tokens.css";
import "@countinghouse/ui/theme/base.css";
import { expect, test } from "vitest";
import "./inter.css";

/** How wide a text is drawn in a face, in px. */
function widthIn(face: string, text: string): number {
  const place = document.createElement("span");
  place.style.cssText = `position: absolute; white-space: nowrap; font-family: ${face}; font-size: 13px;`;
  place.textContent = text;
  document.body.append(place);
  const { width } = place.getBoundingClientRect();
  place.remove();
  return width;
}

test("Inter comes with the console, and is the face that Latin text is drawn in", async () => {
  const [face] = await document.fonts.load('13px "Inter var"', "Ledger 1,234.56");
  expect(face?.status).toBe("loaded");
  const font = getComputedStyle(document.documentElement).getPropertyValue("--font");
  expect(font.trim().startsWith('"Inter var", "Inter fallback"')).toBe(true);
});

test("figures are equally wide, so that they stand one below the other", () => {
  expect(widthIn('"Inter var"', "111,111.11")).toBe(widthIn('"Inter var"', "888,888.88"));
});

test("the face that stands in until Inter has come is as wide to a few parts in a hundred", async () => {
  const standIns = '"Inter fallback", "Inter fallback wide"';
  // Which of the two a machine has the font of is its own affair.
  await Promise.allSettled(
    ['"Inter fallback"', '"Inter fallback wide"'].map((face) => document.fonts.load(`13px ${face}`)),
  );
  const text = "Settlement lines of the merchant, 1,234.56 EUR due on 2026-11-22";
  expect(widthIn(standIns, text) / widthIn('"Inter var"', text)).toBeCloseTo(1, 1);
});
