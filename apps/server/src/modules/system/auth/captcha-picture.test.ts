import { decode } from "fast-png";
import { describe, expect, test } from "vitest";
import { drawable, drawPicture } from "./captcha-picture.service.ts";

const shades = (text: string) => [...decode(drawPicture(text)).data];
const inked = (text: string) => shades(text).filter((shade) => shade < 128).length;

describe("drawPicture", () => {
  test("is a PNG file of pixels and of nothing else", () => {
    const file = drawPicture("ACD347");
    expect(file.subarray(1, 4).toString()).toBe("PNG");
    const chunks: string[] = [];
    for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
      chunks.push(file.toString("latin1", at + 4, at + 8));
    expect(chunks).toEqual(["IHDR", "IDAT", "IEND"]);
  });

  test("shows every letter that can be asked for", () => {
    const nothing = Math.max(...Array.from({ length: 20 }, () => inked("")));
    for (const letter of drawable) expect(inked(letter.repeat(6)), letter).toBeGreaterThan(nothing);
  });

  test("is another picture each time", () => {
    const [one = [], other = []] = [shades("ACD347"), shades("ACD347")];
    expect(one.filter((shade, at) => shade !== other[at]).length).toBeGreaterThan(1_000);
  });
});
