import { type RefObject, useEffect, useRef } from "react";
import { useSettings } from "../../../platform/theme/settings.ts";

type Keys = Readonly<Record<string, () => void>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** A link or a button takes Enter itself. */
const takesEnter = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("a, button:not([data-inbox-row])") !== null;

const above = "dialog[open], .ant-modal-wrap:not([style*='display: none']), .ant-dropdown:not(.ant-dropdown-hidden)";

/** Single keys of a page while it is in sight, nothing stands above it and nobody types; deaf where the reader says so. */
export function usePageKeys(page: RefObject<HTMLElement | null>, keys: Keys): void {
  const hasSingleKeys = useSettings((settings) => settings.hasShortcuts);
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!hasSingleKeys) return;
    const press = (event: KeyboardEvent) => {
      const run = latest.current[event.key.toLowerCase()];
      if (!run || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || (event.key === "Enter" && takesEnter(event.target))) return;
      if (!page.current?.checkVisibility() || document.querySelector(above)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [hasSingleKeys, page]);
}
