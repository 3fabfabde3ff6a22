import { describe, expect, test } from "vitest";
import { applyChoices, type Column, choicesOf } from "./column.ts";

const column = (key: string, pin?: "left" | "right"): Column<unknown> => ({
  key,
  title: key,
  width: 100,
  cell: () => key,
  pin,
});
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key);

describe("applyChoices", () => {
  test("keeps the declared order when nothing was chosen", () => {
    expect(keys(applyChoices([column("a"), column("b")], []))).toEqual(["a", "b"]);
  });

  test("follows order, width and visibility of the choices", () => {
    const shown = applyChoices(
      [column("a"), column("b"), column("c")],
      [
        { key: "c", isShown: true, width: 240 },
        { key: "a", isShown: false },
        { key: "b", isShown: true },
      ],
    );
    expect(keys(shown)).toEqual(["c", "b"]);
    expect(shown[0]?.width).toBe(240);
  });

  test("puts a column added later at its declared place, and passes over one that is gone", () => {
    const choices = [
      { key: "gone", isShown: true },
      { key: "b", isShown: true },
      { key: "a", isShown: true },
    ];
    expect(keys(applyChoices([column("a"), column("b"), column("new")], choices))).toEqual(["b", "a", "new"]);
  });

  test("gathers pinned columns at their edges, and lets a choice undo a declared pin", () => {
    const columns = [column("a"), column("b", "right"), column("c", "left")];
    expect(keys(applyChoices(columns, []))).toEqual(["c", "a", "b"]);
    expect(applyChoices(columns, [{ key: "c", isShown: true, pin: "none" }])[0]?.pin).toBeUndefined();
  });
});

describe("choicesOf", () => {
  test("lists hidden and never chosen columns too", () => {
    expect(choicesOf([column("a"), column("b", "left")], [{ key: "a", isShown: false }])).toEqual([
      { key: "a", isShown: false },
      { key: "b", isShown: true, pin: "left" },
    ]);
  });
});
