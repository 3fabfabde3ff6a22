import { randomInt } from "node:crypto";
import { encode } from "fast-png";

const width = 180;
const height = 60;

/**
 * Strokes of each character in a box of 4 by 6, one text per line. Characters that distortion makes ambiguous, such as
 * S and 5, are left out.
 */
const strokes: Readonly<Record<string, readonly string[]>> = {
  A: ["06 20 46", "14 34"],
  C: ["41 30 10 01 05 16 36 45"],
  D: ["06 00 20 42 44 26 06"],
  E: ["40 00 06 46", "03 33"],
  F: ["40 00 06", "03 33"],
  H: ["00 06", "40 46", "03 43"],
  J: ["10 40 45 36 16 05"],
  K: ["00 06", "40 03 46"],
  M: ["06 00 23 40 46"],
  N: ["06 00 46 40"],
  P: ["06 00 30 41 42 33 03"],
  R: ["06 00 30 41 42 33 03", "23 46"],
  T: ["00 40", "20 26"],
  U: ["00 05 16 36 45 40"],
  V: ["00 26 40"],
  W: ["00 16 23 36 40"],
  X: ["00 46", "40 06"],
  Y: ["00 23 40", "23 26"],
  2: ["01 10 30 41 42 06 46"],
  3: ["01 10 30 41 42 33 13", "33 44 45 36 16 05"],
  4: ["36 30 04 44"],
  5: ["40 00 03 33 44 45 36 06"],
  6: ["30 10 01 05 16 36 45 44 33 03"],
  7: ["00 40 16"],
  8: ["10 30 41 42 33 13 02 01 10", "13 04 05 16 36 45 44 33"],
  9: ["43 13 02 01 10 30 41 45 36 16"],
};

/** Characters available for captchas. */
export const drawable = Object.keys(strokes).join("");

interface Point {
  readonly x: number;
  readonly y: number;
}
type Pixels = Uint8Array;

/** A cryptographically random number between two, like the letters themselves. */
const between = (low: number, high: number): number => low + ((high - low) * randomInt(0, 4_096)) / 4_095;

/** Distance of a point from the line between two others. */
function distance({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = dx === 0 && dy === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy);
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(x - from.x - at * dx, y - from.y - at * dy);
}

/** Draws an antialiased line; the darker of old and new value stays. */
function drawLine(pixels: Pixels, from: Point, to: Point, thickness: number, ink: number): void {
  const reach = thickness + 1;
  const [top, bottom] = [Math.min(from.y, to.y) - reach, Math.max(from.y, to.y) + reach];
  const [left, right] = [Math.min(from.x, to.x) - reach, Math.max(from.x, to.x) + reach];
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(height - 1, bottom); y += 1)
    for (let x = Math.max(0, Math.floor(left)); x <= Math.min(width - 1, right); x += 1) {
      const cover = Math.min(1, Math.max(0, thickness + 0.5 - distance({ x, y }, from, to)));
      const shade = Math.round(255 - (255 - ink) * cover);
      const place = y * width + x;
      if (shade < (pixels[place] ?? 255)) pixels[place] = shade;
    }
}

function drawPath(pixels: Pixels, points: readonly Point[], thickness: number, ink: number): void {
  for (const [at, to] of points.entries()) {
    const from = points[at - 1];
    if (from) drawLine(pixels, from, to, thickness, ink);
  }
}

/** Position of a stroke's point: rotated, skewed, scaled and slightly displaced. */
function placing(centre: Point): (corner: Point) => Point {
  const turn = between(-0.35, 0.35);
  const lean = between(-0.25, 0.25);
  const [wide, high] = [between(4.2, 5.8), between(4.8, 6.4)];
  return ({ x, y }) => {
    const across = (x - 2) * wide + (y - 3) * lean * wide + between(-1.4, 1.4);
    const down = (y - 3) * high + between(-1.4, 1.4);
    return {
      x: centre.x + across * Math.cos(turn) - down * Math.sin(turn),
      y: centre.y + across * Math.sin(turn) + down * Math.cos(turn),
    };
  };
}

function drawLetter(pixels: Pixels, letter: string, centre: Point): void {
  const place = placing(centre);
  const thickness = between(1.3, 2);
  for (const line of strokes[letter] ?? [])
    drawPath(
      pixels,
      line.split(" ").map(([x, y]) => place({ x: Number(x), y: Number(y) })),
      thickness,
      Math.round(between(20, 90)),
    );
}

/** A curve across the whole picture, through the letters and as dark as they are. */
function drawCurve(pixels: Pixels): void {
  const [start, swing, waves, shift] = [between(15, 45), between(6, 16), between(1, 2.5), between(0, 6)];
  const points = Array.from({ length: 31 }, (_, step) => ({
    x: (step * width) / 30,
    y: start + swing * Math.sin((step / 30) * waves * 6.28 + shift),
  }));
  drawPath(pixels, points, between(0.6, 1.1), Math.round(between(40, 110)));
}

/**
 * A text as a PNG picture in grey, different each time. A bitmap has no outlines or drawing order from which the
 * letters could be read without image recognition.
 */
export function drawPicture(text: string): Buffer {
  const pixels: Pixels = new Uint8Array(width * height).fill(255);
  const step = width / (text.length + 0.6);
  for (const [at, letter] of [...text].entries())
    drawLetter(pixels, letter, { x: step * (at + 0.8) + between(-3, 3), y: height / 2 + between(-6, 6) });
  for (let curve = 0; curve < 2; curve += 1) drawCurve(pixels);
  for (let speck = 0; speck < 500; speck += 1) {
    const at = randomInt(0, pixels.length);
    pixels[at] = Math.min(pixels[at] ?? 255, randomInt(60, 220));
  }
  return Buffer.from(encode({ width, height, data: pixels, channels: 1, depth: 8 }));
}
