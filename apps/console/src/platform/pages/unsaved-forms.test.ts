import { afterEach, describe, expect, test, vi } from "vitest";
import {
  forgetTabs,
  forgetUnsaved,
  hasUnsavedChanges,
  leaveAnswered,
  markUnsaved,
  noteShownTab,
  wasAnswered,
} from "./unsaved-forms.ts";

const [one, other] = [{}, {}];
/** Whether the browser would ask before the window goes. */
const asksBeforeLeaving = (): boolean => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

afterEach(() => {
  forgetUnsaved(one);
  forgetUnsaved(other);
  noteShownTab("");
  vi.useRealTimers();
});

describe("a form with something typed", () => {
  test("counts in its tab, and has the browser ask, until it is saved", () => {
    expect([hasUnsavedChanges(), asksBeforeLeaving()]).toEqual([false, false]);
    markUnsaved(one, "orders");
    expect([hasUnsavedChanges(), hasUnsavedChanges("orders"), hasUnsavedChanges("refunds")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(asksBeforeLeaving()).toBe(true);
    forgetUnsaved(one);
    expect([hasUnsavedChanges(), asksBeforeLeaving()]).toEqual([false, false]);
  });

  test("keeps the browser asking as long as another one is unsaved", () => {
    markUnsaved(one, "orders");
    markUnsaved(other, "refunds");
    forgetTabs(["orders"]);
    expect([hasUnsavedChanges("orders"), hasUnsavedChanges("refunds"), asksBeforeLeaving()]).toEqual([
      false,
      true,
      true,
    ]);
    forgetTabs(["refunds", "unknown"]);
    expect(asksBeforeLeaving()).toBe(false);
  });

  test("counts no more once it was closed in the tab in front", () => {
    vi.useFakeTimers();
    noteShownTab("orders");
    const hidden = markUnsaved(one, "orders");
    hidden();
    expect(hasUnsavedChanges("orders")).toBe(true);
    vi.runAllTimers();
    expect(hasUnsavedChanges("orders")).toBe(false);
  });

  test("still counts where its tab only went behind another", () => {
    vi.useFakeTimers();
    noteShownTab("orders");
    const hidden = markUnsaved(one, "orders");
    hidden();
    noteShownTab("refunds");
    vi.runAllTimers();
    expect(hasUnsavedChanges("orders")).toBe(true);
  });

  test("still counts where it was drawn again at once", () => {
    vi.useFakeTimers();
    noteShownTab("orders");
    const hidden = markUnsaved(one, "orders");
    hidden();
    markUnsaved(one, "orders");
    vi.runAllTimers();
    expect(hasUnsavedChanges("orders")).toBe(true);
  });

  test("outside the tabs counts no more once it is gone", () => {
    vi.useFakeTimers();
    noteShownTab("orders");
    markUnsaved(one, "")();
    vi.runAllTimers();
    expect(hasUnsavedChanges()).toBe(false);
  });
});

test("who was asked already is not asked again on the way", () => {
  const asked: boolean[] = [];
  leaveAnswered(() => asked.push(wasAnswered()));
  expect([...asked, wasAnswered()]).toEqual([true, false]);
});
