import { type RefObject, useLayoutEffect } from "react";

/**
 * Notes on a scrolling box whether something lies before or after what is in sight, for the edges of pinned columns.
 * Written past React, since it follows every scroll.
 */
export function useEdges(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const note = () => {
      box.toggleAttribute("data-before", box.scrollLeft > 0);
      box.toggleAttribute("data-after", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    };
    note();
    box.addEventListener("scroll", note, { passive: true });
    const observer = new ResizeObserver(note);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => {
      box.removeEventListener("scroll", note);
      observer.disconnect();
    };
  }, [scroller]);
}
