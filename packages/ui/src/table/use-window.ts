import { type RefObject, useLayoutEffect, useState } from "react";

/** Rows drawn beyond each edge of what is in sight, so that a quick scroll shows no gap. */
const overscan = 12;

/** Which rows are drawn, and the height of those that are not, in px. */
export interface RowWindow {
  readonly start: number;
  readonly end: number;
  readonly above: number;
  readonly below: number;
  readonly rowHeight: number;
}

const rowHeightNow = (): number =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue("--row"), 10) || 40;

/** Draws only the rows in sight of a scrolling box; all of them while not `isOn`. Every row is as high as the token says. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number, isOn: boolean): RowWindow {
  const [range, setRange] = useState({ start: 0, end: overscan * 4, rowHeight: 40 });
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !isOn) return;
    const update = () => {
      const rowHeight = rowHeightNow();
      const start = Math.max(0, Math.floor(box.scrollTop / rowHeight) - overscan);
      const end = start + Math.ceil(box.clientHeight / rowHeight) + overscan * 2;
      setRange((before) =>
        before.start === start && before.end === end && before.rowHeight === rowHeight
          ? before
          : { start, end, rowHeight },
      );
    };
    update();
    box.addEventListener("scroll", update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(box);
    return () => {
      box.removeEventListener("scroll", update);
      observer.disconnect();
    };
  }, [scroller, isOn]);
  if (!isOn) return { start: 0, end: count, above: 0, below: 0, rowHeight: range.rowHeight };
  const end = Math.min(count, range.end);
  const start = Math.min(range.start, Math.max(0, end - 1));
  return { ...range, start, end, above: start * range.rowHeight, below: (count - end) * range.rowHeight };
}
