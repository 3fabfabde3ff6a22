import { useEffect, useState } from "react";
import { useSettings } from "../../platform/theme/settings.ts";

/** Gone once the page was scrolled this far; back at the very top. Between the two nothing flickers. */
const goneFrom = 96;
const backFrom = 8;
/** Room the header and the tags give free: a page that is hardly longer than its pane must not lose its scroll bar by it. */
const given = 96;

/** Whether the header is out of sight, where it was set to scroll away with the page. */
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
