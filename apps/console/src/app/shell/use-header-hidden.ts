import { useEffect, useState } from "react";
import { useSettings } from "../../platform/theme/settings.ts";

/** Scroll distance in px that hides the header; it returns at the top, with hysteresis in between. */
const goneFrom = 96;
const backFrom = 8;
/**
 * Height in px released by hiding header and tags: a page barely longer than its pane must not lose its scroll bar by
 * that.
 */
const given = 96;

/** Whether the header is hidden, where it scrolls away with the page. */
export function useHeaderHidden(address: string): boolean {
  const isFixed = useSettings((settings) => settings.isFixedHeader);
  const [isGone, setGone] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page starts with the header in sight.
  useEffect(() => setGone(false), [address, isFixed]);
  useEffect(() => {
    if (isFixed) return;
    const scrolled = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !target.hasAttribute("data-pane")) return;
      const { scrollTop, scrollHeight, clientHeight } = target;
      if (scrollTop < backFrom) setGone(false);
      else if (scrollTop > goneFrom && scrollHeight - clientHeight > goneFrom + given) setGone(true);
    };
    document.addEventListener("scroll", scrolled, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", scrolled, { capture: true });
  }, [isFixed]);
  return isGone && !isFixed;
}
