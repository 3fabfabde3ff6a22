import { describe, expect, test } from "vitest";
import { fitted, moved, opening, revealing, scaleMax, scaleMin, zoomed } from "./database.viewport.policy.ts";

const window = { width: 1_000, height: 500 };

describe("fitted", () => {
  test("shows all of a large map in the middle", () => {
    expect(fitted({ width: 4_000, height: 1_000 }, window)).toEqual({ scale: 0.25, x: 0, y: 125 });
  });

  test("does not blow up a small one", () => {
    expect(fitted({ width: 200, height: 100 }, window)).toEqual({ scale: 1, x: 400, y: 200 });
  });
});

describe("opening", () => {
  test("shows all of a map that can be read as a whole", () => {
    const map = { width: 1_200, height: 600 };
    expect(opening(map, window)).toEqual(fitted(map, window));
  });

  test("starts at the first tables of a larger one, at a size that can be read", () => {
    expect(opening({ width: 8_000, height: 2_000 }, window)).toEqual({ scale: 0.55, x: 0, y: 0 });
  });
});

describe("zoomed", () => {
  test("keeps the point under the pointer where it is", () => {
    const at = { x: 300, y: 120 };
    const before = { x: 40, y: -20, scale: 0.5 };
    const after = zoomed(before, 1.5, at);
    expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale);
    expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale);
  });

  test("stops at the ends and does not drift there", () => {
    const near = zoomed({ x: 0, y: 0, scale: 1 }, 100, { x: 10, y: 10 });
    expect(near.scale).toBe(scaleMax);
    expect(zoomed(near, 100, { x: 500, y: 10 })).toEqual(near);
    expect(zoomed(near, 0.0001, { x: 10, y: 10 }).scale).toBe(scaleMin);
  });
});

describe("revealing", () => {
  const view = { x: 0, y: 0, scale: 1 };
  const box = { x: 100, y: 100, width: 200, height: 100 };

  test("leaves a box in sight alone", () => {
    expect(revealing(view, box, window)).toEqual(view);
  });

  test("moves as far as is needed", () => {
    expect(revealing(moved(view, -200, 0), box, window).x).toBe(-76);
    expect(revealing(view, { ...box, x: 900 }, window)).toEqual({ x: -124, y: 0, scale: 1 });
  });

  test("shows the start of what is too large", () => {
    expect(revealing(view, { ...box, height: 900 }, window).y).toBe(-76);
  });
});
