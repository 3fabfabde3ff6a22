import { afterEach, describe, expect, test } from "vitest";
import { localMemory } from "../state/local.ts";
import { changeSettings, defaultSettings, restoreSettings, settingsFrom, themeSettings } from "./settings.ts";

afterEach(() => restoreSettings());

describe("settingsFrom", () => {
  test("takes what can be used and leaves the rest at its default", () => {
    const taken = settingsFrom({ layout: "classic", density: "huge", isFooter: "yes", primary: "#0f6e6e", unknown: 1 });
    expect(taken).toEqual({ ...defaultSettings, layout: "classic", primary: "#0F6E6E" });
  });

  test("refuses a primary colour on which white text cannot be read", () => {
    expect(settingsFrom({ primary: "#FFD400" }).primary).toBe(defaultSettings.primary);
  });

  test("survives anything that was stored", () => {
    for (const stored of [null, 3, "x", [], { lockScreenTime: -1 }])
      expect(settingsFrom(stored)).toEqual(defaultSettings);
  });
});

describe("changeSettings", () => {
  test("keeps the change in this browser", () => {
    changeSettings({ layout: "transverse" });
    expect(settingsFrom(localMemory.read("theme")).layout).toBe("transverse");
  });

  test("restoring forgets the look and nothing else", () => {
    localMemory.write("other", 1);
    changeSettings({ layout: "transverse" });
    restoreSettings();
    expect(themeSettings.get()).toEqual(defaultSettings);
    expect(localMemory.read("theme")).toEqual({ language: defaultSettings.language });
    expect(localMemory.read("other")).toBe(1);
  });
});
