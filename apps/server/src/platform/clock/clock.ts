import { refuse } from "@countinghouse/contract/kit/refusal.ts";

/** The only source of the current time; tests pass one they can move. */
export interface Clock {
  now(): Date;
}

/** The clock of a node, which knows whether the machine under it can be believed. */
export interface NodeClock extends Clock {
  /** Whether the machine's own clock is too far from the database's: the node is not ready then and issues no tokens. */
  readonly isOff: boolean;
}

/** The machine's own clock. */
export const systemClock: NodeClock = { now: () => new Date(), isOff: false };

/** Refuses to issue what is valid for a time, as long as nobody knows which of two clocks is right. */
export function refuseWhileOff({ isOff }: NodeClock): void {
  if (isOff) throw refuse("platform.clockOff");
}
