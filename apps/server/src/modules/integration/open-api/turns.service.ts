/** Counts how much is being done for each caller on this node. */
export interface Turns {
  /** Takes a place and answers what gives it back; undefined where the caller has all of its places already. */
  enter(caller: string): (() => void) | undefined;
}

/** Up to `max` places for each caller. A place that is given back twice counts once. */
export function countTurns(max: number): Turns {
  const taken = new Map<string, number>();
  const free = (caller: string): void => {
    const left = (taken.get(caller) ?? 0) - 1;
    if (left > 0) taken.set(caller, left);
    else taken.delete(caller);
  };
  return {
    enter: (caller) => {
      const held = taken.get(caller) ?? 0;
      if (held >= max) return undefined;
      taken.set(caller, held + 1);
      let isHeld = true;
      return () => {
        if (isHeld) free(caller);
        isHeld = false;
      };
    },
  };
}
