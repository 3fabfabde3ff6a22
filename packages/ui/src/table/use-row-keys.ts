import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";

interface RowKeysInput {
  readonly keys: readonly string[];
  readonly openKey: string | undefined;
  /** Reveals a row that may not be drawn. */
  reveal(key: string): void;
  open(key: string): void;
  toggle(key: string): void;
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest("input:not([type='checkbox']), textarea, select, [contenteditable]") !== null;

/** Where a key leads from a row; undefined for keys that do not walk. */
function walk(key: string, at: number, last: number): number | undefined {
  if (key === "j" || key === "J" || key === "ArrowDown") return Math.min(last, at + 1);
  if (key === "k" || key === "K" || key === "ArrowUp") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  return key === "End" ? last : undefined;
}

/**
 * Keys of a table's rows, in force while the focus is inside it: J and K (or the arrows) walk, Enter opens, space
 * selects. While a row is open, walking opens the next one.
 */
export function useRowKeys(box: RefObject<HTMLElement | null>, { keys, openKey, reveal, open, toggle }: RowKeysInput) {
  const [walkedTo, setWalkedTo] = useState<string>();
  const active = openKey && keys.includes(openKey) ? openKey : walkedTo && keys.includes(walkedTo) ? walkedTo : keys[0];
  // A row far away is drawn only after the box has scrolled to it, which may be later than the next frame.
  const awaited = useRef<string>(undefined);
  const focusIfDrawn = (key: string) => {
    const row = box.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`);
    row?.focus({ preventScroll: false });
    awaited.current = row ? undefined : key;
  };
  useLayoutEffect(() => {
    if (awaited.current !== undefined) focusIfDrawn(awaited.current);
  });
  const focus = (key: string) => {
    reveal(key);
    requestAnimationFrame(() => focusIfDrawn(key));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const onRow = event.target instanceof Element && event.target.hasAttribute("data-row-key");
    const next = walk(event.key, keys.indexOf(active ?? ""), keys.length - 1);
    const key = next === undefined ? undefined : keys[next];
    if (key !== undefined) {
      event.preventDefault();
      setWalkedTo(key);
      if (openKey) open(key);
      focus(key);
    } else if (onRow && active && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (event.key === "Enter") open(active);
      else toggle(active);
    }
  };
  return { active, onKeyDown, noteFocus: setWalkedTo };
}
