import type { Kysely } from "kysely";
import type { Clock } from "../clock/clock.ts";
import { isRetryable, isUnavailable } from "./database-error.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;

export interface StandbyOptions {
  readonly primary: Db;
  readonly replica: Db;
  readonly clock: Clock;
}

/**
 * How long a user who changed something reads from the primary, in milliseconds: a loaded standby lags some tenths of
 * a second.
 */
export const ownChangesMs = 2_000;
/** How long an unreachable standby is left alone, in milliseconds. */
export const restMs = 5_000;

/**
 * Reads that tolerate lag, on a streaming standby. A user who changed something through this node reads from the
 * primary for a while; the primary also answers where the standby is gone or cancels a read to catch up.
 */
export class Standby {
  readonly #options: StandbyOptions;
  /** When each user last committed a change, oldest first. */
  readonly #changedAt = new Map<number, number>();
  #downUntil = 0;

  constructor(options: StandbyOptions) {
    this.#options = options;
  }

  /** Notes that a user's change was committed. */
  noteChange(userId: number): void {
    const now = this.#now();
    for (const [other, at] of this.#changedAt) {
      if (at > now - ownChangesMs) break;
      this.#changedAt.delete(other);
    }
    this.#changedAt.delete(userId);
    this.#changedAt.set(userId, now);
  }

  /** Runs a read for a user. It may run twice, so it must change nothing. */
  async read<Result>(userId: number, work: (db: Db) => Promise<Result>): Promise<Result> {
    const { primary, replica } = this.#options;
    const now = this.#now();
    if (now < this.#downUntil || (this.#changedAt.get(userId) ?? 0) > now - ownChangesMs) return work(primary);
    try {
      return await work(replica);
    } catch (error) {
      if (isUnavailable(error)) this.#downUntil = this.#now() + restMs;
      else if (!isRetryable(error)) throw error;
      return work(primary);
    }
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}
