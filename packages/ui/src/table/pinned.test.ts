import { describe, expect, test } from "vitest";
import type { Column } from "./column.ts";
import { actionsWidth, pinnedPlaces, selectionWidth } from "./pinned.ts";

const column = (key: string, width: number, pin?: "left" | "right"): Column<object> => ({
  key,
  title: key,
  cell: () => null,
  width,
  ...(pin ? { pin } : {}),
});
const columns = [
  column("number", 120, "left"),
  column("name", 200, "left"),
  column("amount", 90),
  column("status", 80, "right"),
  column("time", 140, "right"),
];
const styles = (hasSelection: boolean, room: number) =>
  [...pinnedPlaces(columns, hasSelection, room)].map(([key, { style, isEdge }]) => [key, style, isEdge]);

describe("pinned columns", () => {
  test("stand beside each other from the edge of their side, the inner one with the edge", () => {
    expect(styles(false, 0)).toEqual([
      ["number", { insetInlineStart: 0 }, false],
      ["name", { insetInlineStart: 120 }, true],
      ["time", { insetInlineEnd: 0 }, false],
      ["status", { insetInlineEnd: 140 }, true],
    ]);
  });

  test("leave room for the tick boxes on the left and the row menus on the right", () => {
    const places = pinnedPlaces(columns, true, 52);
    expect(places.get("number")?.style).toEqual({ insetInlineStart: selectionWidth });
    expect(places.get("time")?.style).toEqual({ insetInlineEnd: 52 });
  });

  test("are those that say so, and no others", () => {
    expect(pinnedPlaces(columns, false, 0).has("amount")).toBe(false);
    expect(pinnedPlaces([column("amount", 90)], true, 52).size).toBe(0);
  });
});

test("row menus keep a column for themselves unless they float over the row", () => {
  expect(actionsWidth(undefined)).toBe(0);
  expect(actionsWidth({ isFloating: true })).toBe(0);
  expect(actionsWidth({ isFloating: false })).toBeGreaterThan(0);
});
