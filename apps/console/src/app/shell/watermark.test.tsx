import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { endPage, renderPage } from "../../../test/render-page.tsx";
import { changeSettings, defaultSettings } from "../../platform/theme/settings.ts";
import { tileOf, Watermark } from "./watermark.tsx";
import "./shell.css";

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  changeSettings({ isWatermark: defaultSettings.isWatermark, watermarkText: defaultSettings.watermarkText });
  endPage();
});

const shown = () => document.querySelector<HTMLElement>(".watermark");

test("the watermark covers the window above everything and takes no click", async () => {
  changeSettings({ isWatermark: true, watermarkText: "Countinghouse" });
  await renderPage(<Watermark />);
  await expect.poll(shown).not.toBeNull();
  const { position, inset, zIndex, pointerEvents, backgroundImage, backgroundRepeat } = getComputedStyle(
    shown() as HTMLElement,
  );
  expect({ position, inset, pointerEvents, backgroundRepeat }).toEqual({
    position: "fixed",
    inset: "0px",
    pointerEvents: "none",
    backgroundRepeat: "repeat",
  });
  expect(Number(zIndex)).toBeGreaterThan(100_000);
  expect(backgroundImage).toMatch(/^url\("data:image\/png;base64,/);
});

test("the watermark is left out where a reader switched it off", async () => {
  changeSettings({ isWatermark: false });
  await renderPage(<Watermark />);
  expect(shown()).toBeNull();
});

/** The pixels of a tile that hold ink, by column: their mean height from the top, in CSS pixels. */
async function inkOf({ image, width, height }: ReturnType<typeof tileOf>): Promise<[x: number, y: number][]> {
  const picture = new Image();
  picture.src = image;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.drawImage(picture, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  return Array.from({ length: width }, (_, x) => x).flatMap((x) => {
    const inked = Array.from({ length: height }, (_, y) => y).filter((y) => (data[(y * width + x) * 4 + 3] ?? 0) > 8);
    return inked.length === 0 ? [] : [[x, inked.reduce((sum, y) => sum + y, 0) / inked.length] as [number, number]];
  });
}

test("its text of 12 pixels rises by twenty degrees, and a long one is not cut off", async () => {
  const ink = await inkOf(tileOf("HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH"));
  const mean = (at: 0 | 1) => ink.reduce((sum, one) => sum + one[at], 0) / ink.length;
  const [x, y] = [mean(0), mean(1)];
  const slope =
    ink.reduce((sum, [left, top]) => sum + (left - x) * (top - y), 0) /
    ink.reduce((sum, [left]) => sum + (left - x) ** 2, 0);
  expect((Math.atan(-slope) * 180) / Math.PI).toBeCloseTo(20, 0);
  const long = tileOf("x".repeat(200));
  const ends = await inkOf(long);
  expect(ends.at(0)?.[0]).toBeGreaterThan(0);
  expect(ends.at(-1)?.[0]).toBeLessThan(long.width - 1);
});
