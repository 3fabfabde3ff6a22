import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { shownKeys, useShortcuts } from "./shortcuts.ts";

const [search, fold, close] = [vi.fn(), vi.fn(), vi.fn()];
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const mod = isApple ? { metaKey: true } : { ctrlKey: true };

function Deaf({ hasSingleKeys = true }: { readonly hasSingleKeys?: boolean }) {
  useShortcuts({ "mod+k": search, "[": fold, "alt+w": close }, hasSingleKeys);
  return <input aria-label="Typed" />;
}
/** Presses a key on an element; answers whether the browser's own meaning of it was kept back. */
function press(key: string, more: KeyboardEventInit = {}, on: EventTarget = document.body): boolean {
  return !on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
}
const calls = () => [search, fold, close].map(({ mock }) => mock.calls.length);

beforeEach(() => {
  for (const one of [search, fold, close]) one.mockReset();
});
afterEach(() => {
  cleanup();
  document.querySelector("dialog")?.remove();
});

describe("a shortcut", () => {
  test("runs for its combination alone, in the place of what the browser would do", () => {
    render(<Deaf />);
    expect(press("k", mod)).toBe(true);
    expect([press("k"), press("k", { ...mod, altKey: true }), press("j", mod)]).toEqual([false, false, false]);
    expect(calls()).toEqual([1, 0, 0]);
  });

  test("with Alt goes by the place of the key, whatever character the keyboard makes of it", () => {
    render(<Deaf />);
    press("∑", { altKey: true, code: "KeyW" });
    expect(calls()).toEqual([0, 0, 1]);
  });

  test("of a single key is deaf while somebody types, and under a dialog", () => {
    render(<Deaf />);
    const input = document.querySelector("input") as HTMLInputElement;
    expect(press("[", {}, input)).toBe(false);
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.open = true;
    expect(press("[")).toBe(false);
    dialog.remove();
    expect(press("[")).toBe(true);
    expect(calls()).toEqual([0, 1, 0]);
  });

  test("of several keys is heard while somebody types", () => {
    render(<Deaf />);
    press("k", mod, document.querySelector("input") as HTMLInputElement);
    expect(calls()).toEqual([1, 0, 0]);
  });

  test("of a single key can be switched off, and all end with the page", () => {
    const { rerender, unmount } = render(<Deaf />);
    rerender(<Deaf hasSingleKeys={false} />);
    press("[");
    press("k", mod);
    expect(calls()).toEqual([1, 0, 0]);
    unmount();
    press("k", mod);
    expect(calls()).toEqual([1, 0, 0]);
  });
});

test.each([
  ["mod+k", isApple ? "⌘K" : "Ctrl K"],
  ["alt+w", isApple ? "⌥W" : "Alt W"],
  ["[", "["],
])("%s is written %s on this machine", (keys, written) => {
  expect(shownKeys(keys)).toBe(written);
});
