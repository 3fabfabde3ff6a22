import type { FastifyBaseLogger } from "fastify";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import { type NodeClock, systemClock } from "./clock.ts";

/** Largest accepted difference between the machine's clock and the database's, in milliseconds. */
export const clockOffMs = 30_000;

const askEveryMs = 10_000;
const asksAtOnce = 3;

type Log = Pick<FastifyBaseLogger, "error" | "info">;

/** Time sources of a {@link DatabaseClock}, all in milliseconds. */
export interface TimeSources {
  /** The database's clock, as a Unix time. */
  readonly ask: () => Promise<number>;
  /** The machine's clock, as a Unix time. */
  readonly machine: () => number;
  /** A monotonic clock; its origin does not matter. */
  readonly monotonic: () => number;
}

/**
 * The time of a node: the database's clock when last asked, plus the monotonic time since. All nodes agree on it
 * whatever their own clocks say. The database's answer is dated to its arrival, so the node is never ahead of the
 * database. Steps of the machine's clock have no effect.
 */
export class DatabaseClock implements NodeClock {
  readonly #sources: TimeSources;
  readonly #logger: Log;
  #aheadOfMonotonic = 0;
  #wasOff = false;
  #timer: NodeJS.Timeout | undefined;

  private constructor(sources: TimeSources, logger: Log) {
    this.#sources = sources;
    this.#logger = logger;
  }

  /** Asks the database for the first time, then every ten seconds until closed. */
  static async open(sources: TimeSources, logger: Log): Promise<DatabaseClock> {
    const clock = new DatabaseClock(sources, logger);
    await clock.ask();
    // An unreachable database does not invalidate the time; readiness reports it.
    clock.#timer = setInterval(() => void clock.ask().catch(() => {}), askEveryMs).unref();
    return clock;
  }

  now(): Date {
    return new Date(Math.floor(this.#sources.monotonic() + this.#aheadOfMonotonic));
  }

  get isOff(): boolean {
    return Math.abs(this.#machineAheadMs()) > clockOffMs;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /**
   * Asks the database several times and uses the answer with the shortest round trip. Logs when the machine's clock
   * goes off, and when it is right again.
   */
  async ask(): Promise<void> {
    let soonest = Number.POSITIVE_INFINITY;
    for (let count = 0; count < asksAtOnce; count += 1) {
      const sent = this.#sources.monotonic();
      const told = await this.#sources.ask();
      const received = this.#sources.monotonic();
      if (received - sent >= soonest) continue;
      soonest = received - sent;
      this.#aheadOfMonotonic = told - received;
    }
    this.#say();
  }

  #machineAheadMs(): number {
    return this.#sources.machine() - this.now().getTime();
  }

  #say(): void {
    const { isOff } = this;
    if (isOff === this.#wasOff) return;
    this.#wasOff = isOff;
    const aheadMs = Math.round(this.#machineAheadMs());
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    if (isOff) {
      this.#logger.error(
        { aheadMs },
        `this machine's clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the database's: the node is not ready and issues no tokens until it is set right`,
      );
    } else this.#logger.info({ aheadMs }, "this machine's clock agrees with the database's again");
  }
}

/** Opens the clock of a node on its database. */
export const openDatabaseClock = (db: Kysely<Tables>, logger: Log): Promise<DatabaseClock> =>
  DatabaseClock.open(
    {
      ask: async () => {
        const { rows } = await sql<{ ms: number }>`
          SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
        return rows[0]?.ms ?? Number.NaN;
      },
      machine: () => systemClock.now().getTime(),
      monotonic: () => performance.now(),
    },
    logger,
  );
