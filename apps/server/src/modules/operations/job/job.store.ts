import { boardRunsMax, type JobQueue, type JobTry } from "@countinghouse/contract/operations/job/job.ts";
import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";

// Tables of the job library: read only, since only the library knows their rules.

const errorLengthMax = 300;

/** A queue without its schedules. */
export type QueueCounts = Omit<JobQueue, "nextRun" | "schedules">;

/** A schedule as stored. */
export interface StoredSchedule {
  readonly queue: string;
  /** `cron`, or another kind of schedule of the library. */
  readonly kind: string;
  readonly cron: string;
  readonly timeZone: string;
}

/** Counts of every queue, without the library's internal ones. */
export async function queueCounts({ db }: Pick<Context, "db">, since: string): Promise<QueueCounts[]> {
  const { rows } = await sql<QueueCounts>`
    SELECT q.name,
           count(*) FILTER (WHERE j.state IN ('created', 'retry')) AS waiting,
           count(*) FILTER (WHERE j.state = 'active') AS active,
           count(*) FILTER (WHERE j.state = 'failed') AS failed,
           count(*) FILTER (WHERE j.state = 'completed' AND j.completed_on >= ${since}) AS completed_today,
           max(j.started_on) AS last_run
      FROM pgboss.queue q
      LEFT JOIN pgboss.job j ON j.name = q.name
     WHERE NOT starts_with(q.name, '__pgboss__')
     GROUP BY q.name
     ORDER BY q.name`.execute(db);
  return rows;
}

/** All schedules. */
export async function storedSchedules({ db }: Pick<Context, "db">): Promise<StoredSchedule[]> {
  const { rows } = await sql<StoredSchedule>`
    SELECT name AS queue, kind, cron, coalesce(timezone, 'UTC') AS time_zone
      FROM pgboss.schedule
     ORDER BY name, key`.execute(db);
  return rows;
}

/** The jobs started last. The library keeps one row per job, for its latest try. */
export async function latestRuns({ db, now }: Pick<Context, "db" | "now">): Promise<JobTry[]> {
  const { rows } = await sql<JobTry>`
    SELECT id, name AS queue,
           CASE state::text WHEN 'created' THEN 'waiting' ELSE state::text END AS state,
           started_on AS started_at, completed_on AS finished_at,
           CASE WHEN completed_on IS NOT NULL OR state = 'active'
                THEN greatest(0, round(1000 * extract(epoch FROM
                       coalesce(completed_on, ${now.toISOString()}::timestamptz) - started_on)))::bigint END AS elapsed,
           CASE WHEN state IN ('failed', 'retry', 'cancelled')
                THEN nullif(left(split_part(output ->> 'message', E'\n', 1), ${errorLengthMax}), '') END AS error
      FROM pgboss.job
     WHERE started_on IS NOT NULL AND NOT starts_with(name, '__pgboss__')
     ORDER BY started_on DESC, id
     LIMIT ${boardRunsMax}`.execute(db);
  return rows;
}
