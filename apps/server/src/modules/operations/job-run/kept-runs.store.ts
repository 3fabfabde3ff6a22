import { defaultLocale, fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { sysJobRunMessages } from "@countinghouse/contract/operations/job-run/job-run.messages.ts";
import { sql } from "kysely";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { batchRows, inBatches, type RetentionSweep } from "../../../platform/jobs/retention.ts";

const dayMs = 86_400_000;
const runsKeptMs = 90 * dayMs;
/** Maximum duration of a job. */
const runLostMs = dayMs;

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** Runs whose node crashed end as failed. */
const lostRuns: RetentionSweep = {
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

const oldRuns: RetentionSweep = {
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

/** The file is deleted first: a row without a file is found again, a file without a row is not. */
const expiredFiles = (files: FileStore): RetentionSweep => ({
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

/** Retention of runs and their files. */
export const runSweeps = (files: FileStore): readonly RetentionSweep[] => [lostRuns, expiredFiles(files), oldRuns];
