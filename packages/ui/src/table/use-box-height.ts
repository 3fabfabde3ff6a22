import { type RefObject, useLayoutEffect, useState } from "react";

/** The height of an element in whole px, followed; undefined until it was measured. */
export function useBoxHeight(box: RefObject<HTMLElement | null>): number | undefined {
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setHeight(Math.floor(element.getBoundingClientRect().height) || undefined);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return height;
}
