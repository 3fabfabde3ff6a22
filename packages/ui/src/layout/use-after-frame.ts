import { startTransition, useEffect, useState } from "react";

/**
 * False while something is drawn for the first time, true once that was painted. What is heavy waits for it, so that a
 * dialog or a drawer answers its click with its frame and no click waits for the rows and inputs inside.
 */
export function useAfterFrame(): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    // The callback runs before the frame is painted, what it puts off runs after.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setIsDue(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isDue;
}

/**
 * Takes a layer off the screen now and apart once that was painted, so that the click that closes it does not wait for its
 * parts to be dismantled.
 */
export function leaveThenDismantle(layer: HTMLElement | null | undefined, dismantle: () => void): void {
  // A window that is not seen paints nothing to wait for.
  if (!layer || document.hidden) {
    dismantle();
    return;
  }
  // Of all ways to hide it the one that asks for the least style, layout and paint.
  layer.style.opacity = "0";
  requestAnimationFrame(() => setTimeout(dismantle));
}
