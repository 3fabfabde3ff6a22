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
