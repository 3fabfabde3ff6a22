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

/** For so long whoever changed something reads the primary: a standby under load is some tenths of a second behind. */
export const ownChangesMs = 2_000;
/** For so long a standby that could not be reached is left alone. */
export const restMs = 5_000;

/**
 * Reads that tolerate a lag, on a streaming standby. Whoever changed something on this node finds it at once, and where the
 * standby is gone, or cuts a read short to catch up, the primary answers.
 */
export class Standby {
  readonly #options: StandbyOptions;
  /** When people last changed something, the oldest first. */
  readonly #changedAt = new Map<number, number>();
  #downUntil = 0;

  constructor(options: StandbyOptions) {
    this.#options = options;
  }

  /** Somebody's change was committed. */
  noteChange(userId: number): void {
    const now = this.#now();
    for (const [other, at] of this.#changedAt) {
      if (at > now - ownChangesMs) break;
      this.#changedAt.delete(other);
    }
    this.#changedAt.delete(userId);
    this.#changedAt.set(userId, now);
  }

  /** Runs a read for somebody. It may be run twice, so it must change nothing. */
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
