import { sysJobRunMessages } from "@countinghouse/contract/job-run/job-run.messages.ts";
import { defaultLocale, fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Clock } from "../clock/clock.ts";
import type { Tables } from "../db/tables.ts";
import type { FileStore } from "../http/file-store.ts";
import { defineWorker, type JobWorker } from "./worker.ts";

/** Removes what is no longer kept of one thing; answers how much it was. */
export interface Sweep {
  /** What is removed, for the log. */
  readonly name: string;
  run(db: Kysely<Tables>, now: Date): Promise<number>;
}

const batchRows = 5_000;
const dayMs = 86_400_000;
const eventsKeptMs = 7 * dayMs;
const runsKeptMs = 90 * dayMs;
/** No job takes this long: its last node died without a word. */
const runLostMs = dayMs;

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** Repeats a removal of at most so many rows until nothing is left, so that no transaction is long. */
async function inBatches(remove: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await remove();
    total += removed;
    if (removed < batchRows) return total;
  }
}

const idempotencyKeys: Sweep = {
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

const outboxEvents: Sweep = {
  name: "events",
  run: (db, now) =>
    inBatches(async () => {
      const { numAffectedRows } = await sql`
        DELETE FROM outbox_events WHERE id IN (
          SELECT id FROM outbox_events WHERE created_at < ${before(now, eventsKeptMs)} ORDER BY created_at LIMIT ${batchRows})`.execute(
        db,
      );
      return Number(numAffectedRows);
    }),
};

const lostRuns: Sweep = {
  name: "lost job runs",
  run: async (db, now) => {
    const lost = await db
      .selectFrom("jobRuns")
      .select(["id", "input"])
      .where("state", "in", ["waiting", "running"])
      .where("createdAt", "<", before(now, runLostMs))
      .limit(batchRows)
      .execute();
    for (const { id, input } of lost) {
      const { locale = defaultLocale } = input as { readonly locale?: Locale };
      const error = fill(sysJobRunMessages[locale].refusals.failed, { id });
      await db
        .updateTable("jobRuns")
        .set({ state: "failed", error, finishedAt: now.toISOString() })
        .where("id", "=", id)
        .where("state", "in", ["waiting", "running"])
        .execute();
    }
    return lost.length;
  },
};

const oldRuns: Sweep = {
  name: "job runs",
  run: (db, now) =>
    inBatches(async () => {
      const { numAffectedRows } = await sql`
        DELETE FROM job_runs WHERE id IN (
          SELECT id FROM job_runs WHERE created_at < ${before(now, runsKeptMs)} AND file_path IS NULL LIMIT ${batchRows})`.execute(
        db,
      );
      return Number(numAffectedRows);
    }),
};

/** The file goes first: a row without a file is looked at again, a file without a row never. */
const expiredFiles = (files: FileStore): Sweep => ({
  name: "files of job runs",
  run: async (db, now) => {
    const expired = await db
      .selectFrom("jobRuns")
      .select(["id", "filePath"])
      .where("expiresAt", "<", now.toISOString())
      .where("filePath", "is not", null)
      .limit(batchRows)
      .execute();
    for (const { id, filePath } of expired) {
      await files.remove(filePath ?? "");
      await db.updateTable("jobRuns").set({ filePath: null }).where("id", "=", id).execute();
    }
    return expired.length;
  },
});

export interface RetentionOptions {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly files: FileStore;
  /** What modules keep for a while only. */
  readonly sweeps?: readonly Sweep[];
}

/** Removes every hour, on one node, what is no longer kept. A sweep that fails does not keep the others from theirs. */
export const retentionWorker = ({ db, clock, files, sweeps = [] }: RetentionOptions): JobWorker =>
  defineWorker({
    queue: "retention",
    schema: z.object({}),
    schedule: { cron: "17 * * * *" },
    handle: async ({ logger, signal }) => {
      const failures: unknown[] = [];
      for (const sweep of [idempotencyKeys, outboxEvents, lostRuns, expiredFiles(files), oldRuns, ...sweeps]) {
        if (signal.aborted) return;
        try {
          const removed = await sweep.run(db, clock.now());
          if (removed > 0) logger.info({ what: sweep.name, removed }, "no longer kept");
        } catch (error) {
          logger.error({ err: error, what: sweep.name }, "what is no longer kept could not be removed");
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, "not everything could be removed");
    },
  });
