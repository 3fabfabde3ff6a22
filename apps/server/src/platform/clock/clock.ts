import { refuse } from "@countinghouse/contract/kit/refusal.ts";

/** The only source of the current time. Tests pass a clock that they can move. */
export interface Clock {
  now(): Date;
}

/** The clock of a node, which knows whether the machine's clock is reliable. */
export interface NodeClock extends Clock {
  /**
   * Whether the machine's clock differs too far from the database's. The node is then not ready and issues no tokens.
   */
  readonly isOff: boolean;
}

/** The machine's own clock. */
export const systemClock: NodeClock = { now: () => new Date(), isOff: false };

/** Refuses to issue anything with an expiry while machine and database disagree about the time. */
export function refuseWhileOff({ isOff }: NodeClock): void {
  if (isOff) throw refuse("platform.clockOff");
}
