import { localMemory } from "../../platform/state/local.ts";

const signs = ["pointerdown", "pointermove", "keydown", "touchstart", "wheel"] as const;
/** Input is noted for the other windows no more often than this, in milliseconds. */
const noteEvery = 5_000;
const lookEvery = 1_000;

/** Seconds without input until the screen locks: as somebody chose, and never longer than the installation has it. */
export function secondsUntilLock(chosen: number | undefined, most: number | undefined): number | undefined {
  if (chosen === undefined || most === undefined) return chosen ?? most;
  return Math.min(chosen, most);
}

/**
 * Calls back once nobody has touched the console, in any of its windows, for `seconds`. Time asleep counts: a machine
 * that wakes up after an hour was idle for an hour. Returns the way to stop.
 */
export function watchIdle(seconds: number, idle: () => void): () => void {
  let last = Date.now();
  let noted = 0;
  const touched = () => {
    last = Date.now();
    if (last - noted < noteEvery) return;
    noted = last;
    localMemory.write("lastInput", last);
  };
  const look = () => {
    const elsewhere = localMemory.read<number>("lastInput") ?? 0;
    if (Date.now() - Math.max(last, elsewhere) >= seconds * 1_000) idle();
  };
  for (const sign of signs) window.addEventListener(sign, touched, { capture: true, passive: true });
  touched();
  const timer = setInterval(look, lookEvery);
  return () => {
    clearInterval(timer);
    for (const sign of signs) window.removeEventListener(sign, touched, { capture: true });
  };
}
