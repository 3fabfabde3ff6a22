import { describe, expect, test } from "vitest";
import {
  defaultLayout,
  fitLayout,
  moveTo,
  placeOf,
  stepFrom,
  type WidgetLayout,
  type WidgetPlacement,
  withoutWidget,
  withPreset,
  withWidget,
} from "./home.layout.policy.ts";

const widgets: readonly WidgetPlacement[] = [
  { id: "strip", home: "top" },
  { id: "a", home: "main" },
  { id: "b", home: "main" },
  { id: "x", home: "side" },
  { id: "y", home: "side" },
];
const standard = defaultLayout(widgets);
const at = (zone: number, index: number) => ({ zone, index });

describe("defaultLayout", () => {
  test("puts widgets where they are made for", () => {
    expect(standard).toEqual({ preset: "lead", zones: [["strip"], ["a", "b"], ["x", "y"]] });
  });

  test("leaves out what is extra", () => {
    expect(defaultLayout([...widgets, { id: "z", home: "side", isExtra: true }])).toEqual(standard);
  });
});

describe("fitLayout", () => {
  test("drops what is unknown or stands twice, and adds zones that are missing", () => {
    const kept: WidgetLayout = {
      preset: "lead",
      zones: [
        ["a", "gone"],
        ["a", "x"],
      ],
    };
    expect(fitLayout(kept, widgets).zones).toEqual([["a"], ["x"], []]);
  });
});

describe("moveTo", () => {
  test("moves down within a zone to the place counted without the widget itself", () => {
    expect(moveTo(standard, "a", at(1, 1)).zones[1]).toEqual(["b", "a"]);
  });

  test("moves across zones and leaves nothing behind", () => {
    expect(moveTo(standard, "a", at(2, 1)).zones).toEqual([["strip"], ["b"], ["x", "a", "y"]]);
  });
});

describe("stepFrom", () => {
  test.each([
    ["up", at(1, 1), at(1, 0)],
    ["up", at(1, 0), at(0, 1)],
    ["up", at(0, 0), undefined],
    ["down", at(1, 0), at(1, 1)],
    ["down", at(1, 1), undefined],
    ["down", at(0, 0), at(1, 0)],
    ["right", at(1, 1), at(2, 1)],
    ["right", at(2, 0), undefined],
    ["right", at(0, 0), undefined],
    ["left", at(2, 0), at(1, 0)],
    ["left", at(1, 0), undefined],
  ] as const)("goes %s from %o", (direction, from, to) => {
    expect(stepFrom(standard, from, direction)).toEqual(to);
  });

  test("goes no further sideways than the end of a shorter column", () => {
    const layout = moveTo(moveTo(standard, "x", at(1, 0)), "y", at(1, 0));
    expect(stepFrom(layout, at(1, 3), "right")).toEqual(at(2, 0));
  });

  test("knows one column only where there is one", () => {
    const single = withPreset(standard, "single", widgets);
    expect(stepFrom(single, at(0, 1), "right")).toBeUndefined();
    expect(stepFrom(single, at(0, 4), "down")).toBeUndefined();
  });
});

describe("withPreset", () => {
  test("gathers everything in one column in reading order, and sends it home again", () => {
    const single = withPreset(standard, "single", widgets);
    expect(single.zones).toEqual([["strip", "a", "b", "x", "y"]]);
    expect(withPreset(single, "lead", widgets)).toEqual(standard);
  });

  test("keeps widgets of a column that goes in the last one that stays", () => {
    const three: WidgetLayout = { preset: "three", zones: [[], ["a"], ["x"], ["y", "b"]] };
    expect(withPreset(three, "halves", widgets).zones).toEqual([[], ["a"], ["x", "y", "b"]]);
  });
});

describe("withWidget", () => {
  test("adds at the end of the zone the widget is made for", () => {
    const layout = withWidget(withoutWidget(standard, "x"), { id: "x", home: "side" });
    expect(placeOf(layout, "x")).toEqual(at(2, 1));
  });
});
