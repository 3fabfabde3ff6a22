import { startTransition, useEffect, useState } from "react";

/**
 * False during the first draw, true after it was painted. Heavy parts wait for it, so that a dialog or drawer shows its
 * frame at once.
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
 * Hides a layer now and unmounts it after the next paint, so that the click that closes it does not wait for
 * unmounting.
 */
export function leaveThenDismantle(layer: HTMLElement | null | undefined, dismantle: () => void): void {
  // A hidden window does not paint.
  if (!layer || document.hidden) {
    dismantle();
    return;
  }
  // The cheapest way to hide it, in style, layout and paint.
  layer.style.opacity = "0";
  requestAnimationFrame(() => setTimeout(dismantle));
}
