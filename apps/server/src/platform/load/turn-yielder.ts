import { setImmediate as afterOthers } from "node:timers/promises";

/** How long a work in the background may keep a process that serves from everybody else, in milliseconds. */
const holdMs = 5;

/**
 * Lets everybody who waits for this process go first, where the work that asks has kept it for a while. Called between
 * small steps of a long work; answers nothing, so that nothing is waited for, where it has not.
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
