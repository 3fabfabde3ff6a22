import { localMemory } from "../../platform/state/local.ts";

const signs = ["pointerdown", "pointermove", "keydown", "touchstart", "wheel"] as const;
/** Minimum interval between activity notes for other windows, in milliseconds. */
const noteEvery = 5_000;
const lookEvery = 1_000;

/** Idle seconds until the screen locks: the user's setting, limited by the installation's. */
export function secondsUntilLock(chosen: number | undefined, most: number | undefined): number | undefined {
  if (chosen === undefined || most === undefined) return chosen ?? most;
  return Math.min(chosen, most);
}

/**
 * Calls back after `seconds` without activity in any of the console's windows. Sleep counts as idle time. Returns a
 * function that stops it.
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
