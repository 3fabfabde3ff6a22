import { describe, expect, test } from "vitest";
import { dropPlace } from "./home.drag.policy.ts";

const box = (left: number, right: number, top: number, bottom: number) => ({ left, right, top, bottom });
const zones = [
  { ...box(0, 100, 0, 200), items: [box(0, 100, 0, 80), box(0, 100, 100, 180)] },
  { ...box(120, 200, 0, 60), items: [] },
];

describe("dropPlace", () => {
  test.each([
    ["above the first middle", { x: 50, y: 30 }, { zone: 0, index: 0 }],
    ["below the first middle", { x: 50, y: 60 }, { zone: 0, index: 1 }],
    ["below everything", { x: 50, y: 190 }, { zone: 0, index: 2 }],
    ["in an empty zone", { x: 150, y: 10 }, { zone: 1, index: 0 }],
    ["below a short zone, nearest to it", { x: 160, y: 90 }, { zone: 1, index: 0 }],
    ["in the gap, nearest to the left", { x: 104, y: 90 }, { zone: 0, index: 1 }],
  ])("finds the place %s", (_where, point, place) => {
    expect(dropPlace(point, zones)).toEqual(place);
  });

  test("finds none without zones", () => {
    expect(dropPlace({ x: 0, y: 0 }, [])).toBeUndefined();
  });
});
