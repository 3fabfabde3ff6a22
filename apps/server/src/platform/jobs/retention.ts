import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Clock } from "../clock/clock.ts";
import type { Tables } from "../db/tables.ts";
import type { JobContext } from "./job-context.ts";
import { defineWorker, type JobWorker } from "./worker.ts";

/** Removes expired rows of one kind; answers how many. Removals that must leave an audit trail run `inCommand`. */
export interface RetentionSweep {
  /** Name for the log. */
  readonly name: string;
  run(db: Kysely<Tables>, now: Date, inCommand: JobContext["inCommand"]): Promise<number>;
}

/** Rows deleted per statement. */
export const batchRows = 5_000;
const dayMs = 86_400_000;
const eventsKeptMs = 7 * dayMs;

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** Repeats a deletion of at most so many rows until none is left, so that each transaction stays short. */
export async function inBatches(remove: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await remove();
    total += removed;
    if (removed < batchRows) return total;
  }
}

const idempotencyKeys: RetentionSweep = {
  name: "idempotency keys",
  run: (db, now) =>
    inBatches(async () => {
      const { numAffectedRows } = await sql`
        DELETE FROM idempotency_keys WHERE (caller, operation, key) IN (
          SELECT caller, operation, key FROM idempotency_keys WHERE expires_at < ${now.toISOString()} LIMIT ${batchRows})`.execute(
        db,
      );
      return Number(numAffectedRows);
    }),
};

const outboxEvents: RetentionSweep = {
  name: "events",
  run: (db, now) =>
    inBatches(async () => {
      // Looks at the oldest rows only: their time is not indexed, and the rest need not be read to find that none is
      // due.
      const { numAffectedRows } = await sql`
        DELETE FROM outbox_events WHERE id IN (
          SELECT id FROM (SELECT id, created_at FROM outbox_events ORDER BY id LIMIT ${batchRows}) AS oldest
           WHERE created_at < ${before(now, eventsKeptMs)})`.execute(db);
      return Number(numAffectedRows);
    }),
};

export interface RetentionOptions {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  /** Retention sweeps of the modules. */
  readonly sweeps?: readonly RetentionSweep[];
}

/** Removes expired rows every hour, on one node. A sweep that fails does not stop the others. */
export const retentionWorker = ({ db, clock, sweeps = [] }: RetentionOptions): JobWorker =>
  defineWorker({
    queue: "retention",
    schema: z.object({}),
    schedule: { cron: "17 * * * *" },
    handle: async ({ logger, signal, inCommand }) => {
      const failures: unknown[] = [];
      for (const sweep of [idempotencyKeys, outboxEvents, ...sweeps]) {
        if (signal.aborted) return;
        try {
          const removed = await sweep.run(db, clock.now(), inCommand);
          if (removed > 0) logger.info({ what: sweep.name, removed }, "no longer kept");
        } catch (error) {
          logger.error({ err: error, what: sweep.name }, "what is no longer kept could not be removed");
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, "not everything could be removed");
    },
  });
