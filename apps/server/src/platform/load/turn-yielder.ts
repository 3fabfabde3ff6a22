import { setImmediate as afterOthers } from "node:timers/promises";

/** How long a background task may occupy the event loop of a serving process, in milliseconds. */
const holdMs = 5;

/**
 * Yields the event loop where the calling task has occupied it for a while. Called between small steps of a long task;
 * undefined, so that nothing is awaited, where it has not.
 */
export type YieldTurn = () => Promise<void> | undefined;

export function createTurnYielder(): YieldTurn {
  let since = performance.now();
  return () => {
    if (performance.now() - since < holdMs) return undefined;
    return afterOthers().then(() => {
      since = performance.now();
    });
  };
}
