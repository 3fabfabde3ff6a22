import { describe, expect, test } from "vitest";
import { exportName, matchView } from "./views.ts";

const known = ["pos/pos.list", "pos/pos.detail", "log-vis/log-vis.list", "home/home.page"];

describe("matchView", () => {
  test("the exact path below the modules names its view", () => {
    expect(matchView("pos/pos.list", known)).toBe("pos/pos.list");
    expect(matchView("/pos/pos.list.tsx", known)).toBe("pos/pos.list");
  });

  test("a beginning names the one view that begins so", () => {
    expect(matchView("home/home", known)).toBe("home/home.page");
  });

  test("an ambiguous text names none", () => {
    expect(matchView("pos/pos", known)).toBeUndefined();
  });

  test("a missing or partial text names none", () => {
    for (const text of ["", null, undefined, "pos", "pos/po", "nope/nope.list"])
      expect(matchView(text, known)).toBeUndefined();
  });
});

describe("exportName", () => {
  test("follows from the file", () => {
    expect(exportName("pos/pos.list")).toBe("PosList");
    expect(exportName("log-vis/log-vis.list")).toBe("LogVisList");
  });
});
