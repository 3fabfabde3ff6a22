import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

const itemsOf = (container: HTMLElement | null): HTMLElement[] =>
  [...(container?.querySelectorAll<HTMLElement>("a, button") ?? [])].filter((item) => item.offsetParent !== null);

/** Roving tabindex for a menu: one tab stop, arrow keys inside, Home and End. */
export function useRoving(container: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  useLayoutEffect(() => {
    const items = itemsOf(container.current);
    const stop = items.find((item) => item.hasAttribute("aria-current")) ?? items[0];
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  });
  return (event) => {
    const items = itemsOf(container.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const step = steps[event.key];
    const to = step ? at + step : { Home: 0, End: items.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  };
}
