/** The simulator's own time, in milliseconds since 1970 UTC. It only ever moves forward. */
export interface Clock {
  /** A manual clock stands still until it is advanced; a running one follows the wall clock plus what was advanced. */
  readonly isManual: boolean;
  now(): number;
  /** Moves to the instant; an instant already passed changes nothing. */
  moveTo(instant: number): void;
}

/** A clock that stands still at the instant. */
export function manualClock(start: number): Clock {
  let instant = start;
  return {
    isManual: true,
    now: () => instant,
    moveTo: (to) => {
      instant = Math.max(instant, to);
    },
  };
}

/** A clock that runs with the wall clock, ahead of it by what it was advanced. */
export function runningClock(startAhead = 0): Clock {
  let ahead = startAhead;
  const now = (): number => Date.now() + ahead;
  return {
    isManual: false,
    now,
    moveTo: (to) => {
      ahead += Math.max(0, to - now());
    },
  };
}

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** An instant as the wire shows it. */
export const iso = (instant: number): string => new Date(instant).toISOString();
