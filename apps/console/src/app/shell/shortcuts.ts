import { useEffect, useRef } from "react";

/** A key or combination: `mod+k`, `[`, `alt+w`. `mod` is ⌘ on Apple devices and Ctrl elsewhere. */
export type ShortcutKeys = string;

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** A combination as written on this device. */
export const shownKeys = (keys: ShortcutKeys): string =>
  keys
    .split("+")
    .map(
      (key) => ({ mod: isApple ? "⌘" : "Ctrl", alt: isApple ? "⌥" : "Alt", shift: "Shift" })[key] ?? key.toUpperCase(),
    )
    .join(isApple ? "" : " ");

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

const fits = (event: KeyboardEvent, keys: ShortcutKeys): boolean => {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  const isMod = isApple ? event.metaKey : event.ctrlKey;
  // With Alt pressed, Apple keyboards report another character; the physical key is compared instead.
  const isKey =
    event.key.toLowerCase() === key ||
    (wants("alt") && event.code === (/\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`));
  return isKey && wants("mod") === isMod && wants("alt") === event.altKey;
};

/** Listens for shortcuts while mounted. Single keys are ignored while typing, or when disabled. */
export function useShortcuts(shortcuts: Readonly<Record<ShortcutKeys, () => void>>, hasSingleKeys: boolean): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      for (const [keys, run] of Object.entries(latest.current)) {
        const isSingle = !keys.includes("+");
        if (isSingle && (!hasSingleKeys || isTyping(event.target) || document.querySelector("dialog[open]"))) continue;
        if (!fits(event, keys)) continue;
        event.preventDefault();
        run();
        return;
      }
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [hasSingleKeys]);
}
