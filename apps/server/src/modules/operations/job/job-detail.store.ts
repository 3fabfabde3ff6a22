import type { JobRecord } from "@countinghouse/contract/operations/job/job.ts";
import { type Selectable, sql } from "kysely";
import { asJson } from "../../../platform/db/json-columns.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { PausedLine } from "./job.table.ts";

export type StoredDetail = Selectable<Tables["jobDetails"]>;

const bare = { groupName: null, description: null, pausedLines: null, pauseTime: null, pauseUserName: null };

export const allDetails = ({ db }: Pick<Context, "db">): Promise<StoredDetail[]> =>
  db.selectFrom("jobDetails").selectAll().execute();

/** Settings of a job, locked; created where missing. */
export async function lockDetail({ db }: Context, jobId: string): Promise<StoredDetail> {
  await db
    .insertInto("jobDetails")
    .values({ ...bare, jobId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom("jobDetails").selectAll().where("jobId", "=", jobId).forUpdate().executeTakeFirstOrThrow();
}

export async function changeDetail(ctx: Context, before: StoredDetail, values: Partial<StoredDetail>): Promise<void> {
  const after = await ctx.db
    .updateTable("jobDetails")
    .set(asJson("jobDetails", values))
    .where("jobId", "=", before.jobId)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "jobDetails", id: before.jobId, before, after });
}

// A job is paused by removing its schedules from the library's table. They are kept unchanged, whatever their columns,
// and restored as they were.

/** Removes a job's schedules. */
export async function takeLines({ db }: Context, jobId: string): Promise<PausedLine[]> {
  const { rows } = await sql<{ line: PausedLine }>`
    DELETE FROM pgboss.schedule WHERE name = ${jobId} RETURNING to_jsonb(schedule.*) AS line`.execute(db);
  return rows.map(({ line }) => line);
}

/** Restores removed schedules, unless a node created them anew meanwhile. */
export async function returnLines({ db }: Context, lines: readonly PausedLine[]): Promise<void> {
  await sql`
    INSERT INTO pgboss.schedule
    SELECT * FROM jsonb_populate_recordset(NULL::pgboss.schedule, ${JSON.stringify(lines)}::jsonb)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Paused jobs: a starting node does not schedule them. */
export async function restingJobs(db: Context["db"]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("jobDetails").select("jobId").where("pauseTime", "is not", null).execute();
  return new Set(rows.map(({ jobId }) => jobId));
}

/** Runs per answer. */
export const recordsShown = 20;

/** Runs of a job, newest first, one more than shown. */
export async function jobRecords({ db, now }: Context, jobId: string, page: number): Promise<JobRecord[]> {
  const { rows } = await sql<JobRecord>`
    SELECT j.id, j.name AS job_id, t.trigger_id,
           CASE j.state::text WHEN 'created' THEN 'waiting' ELSE j.state::text END AS state,
           j.created_on AS created_at, j.started_on AS started_at, j.completed_on AS finished_at,
           CASE WHEN j.started_on IS NOT NULL AND (j.completed_on IS NOT NULL OR j.state = 'active')
                THEN greatest(0, round(1000 * extract(epoch FROM
                       coalesce(j.completed_on, ${now.toISOString()}::timestamptz) - j.started_on)))::bigint END AS elapsed,
           coalesce((SELECT array_agg(line) FROM jsonb_array_elements_text(
                       CASE jsonb_typeof(j.output -> 'lines') WHEN 'array' THEN j.output -> 'lines' ELSE '[]' END) AS line), '{}')
             || CASE WHEN j.output ->> 'message' IS NULL THEN '{}'::text[]
                     ELSE ARRAY[left(split_part(j.output ->> 'message', E'\n', 1), 500)] END AS output
      FROM pgboss.job j
      LEFT JOIN job_triggers t ON t.id::text = j.data ->> 'trigger' AND t.job_id = j.name
     WHERE j.name = ${jobId}
     ORDER BY j.created_on DESC, j.id
     LIMIT ${recordsShown + 1} OFFSET ${(page - 1) * recordsShown}`.execute(db);
  return rows;
}
