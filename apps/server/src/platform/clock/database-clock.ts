import type { FastifyBaseLogger } from "fastify";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import { type NodeClock, systemClock } from "./clock.ts";

/** How far a machine's clock may be from the database's, in milliseconds. */
export const clockOffMs = 30_000;

const askEveryMs = 10_000;
const asksAtOnce = 3;

type Log = Pick<FastifyBaseLogger, "error" | "info">;

/** Where a {@link DatabaseClock} gets its times, all in milliseconds. */
export interface TimeSources {
  /** The database's clock, as a Unix time. */
  readonly ask: () => Promise<number>;
  /** The machine's clock, as a Unix time. */
  readonly machine: () => number;
  /** What only ever goes forward, from anywhere. */
  readonly monotonic: () => number;
}

/**
 * The time of a node: what the database's clock said when it was last asked, and what has passed since. Nodes agree on it
 * whatever their own clocks say, and nothing is dated in the database's future: the answer is taken for the time of its
 * arrival, when the database's clock had gone on. Steps of the machine's clock do not reach it.
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

  /** Asks the database for the first time, and every ten seconds from then on until it is closed. */
  static async open(sources: TimeSources, logger: Log): Promise<DatabaseClock> {
    const clock = new DatabaseClock(sources, logger);
    await clock.ask();
    // A database that does not answer is no reason to forget the time; readiness tells of it.
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

  /** Asks the database a few times and believes the answer that came soonest; says when the machine's clock is off, or right again. */
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

/** The clock of a node on its database. */
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
