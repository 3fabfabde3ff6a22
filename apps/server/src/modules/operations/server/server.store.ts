import type { DatabaseUse, QueueUse, ServerHistory } from "@countinghouse/contract/operations/server/server.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

type Db = Kysely<Tables>;

// Statistics of the database server and the job library: read only.

/** State of the database. */
export async function readDatabase(db: Db): Promise<DatabaseUse> {
  const { rows } = await sql<DatabaseUse>`
    SELECT current_setting('server_version') AS version,
           pg_database_size(current_database())::bigint AS bytes,
           (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
           current_setting('max_connections')::int AS connections_max,
           (SELECT count(*)::int FROM pg_stat_activity
             WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()) AS active,
           coalesce((SELECT greatest(0, extract(epoch FROM now() - min(xact_start)))::int FROM pg_stat_activity
                      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()), 0) AS oldest_seconds,
           coalesce((SELECT round(1000.0 * blks_hit / nullif(blks_hit + blks_read, 0))::int FROM pg_stat_database
                      WHERE datname = current_database()), 1000) AS cache_hits`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database told nothing of itself");
  return row;
}

/** Waiting jobs of all queues, without the library's internal ones. */
export async function readQueues(db: Db): Promise<QueueUse> {
  const { rows } = await sql<QueueUse>`
    SELECT count(*) FILTER (WHERE state IN ('created', 'retry'))::int AS waiting,
           count(*) FILTER (WHERE state = 'active')::int AS active,
           count(*) FILTER (WHERE state = 'failed')::int AS failed,
           coalesce(greatest(0, extract(epoch FROM now() - min(start_after)
             FILTER (WHERE state IN ('created', 'retry') AND start_after <= now()))), 0)::int AS oldest_seconds
      FROM pgboss.job
     WHERE NOT starts_with(name, '__pgboss__') AND name <> 'dead-letters'`.execute(db);
  return rows[0] ?? { waiting: 0, active: 0, failed: 0, oldestSeconds: 0 };
}

/** Stores the metrics of database and queues of the last minute. */
export async function keepDatabaseSample(db: Db, now: Date): Promise<void> {
  const { bytes, connections, active } = await readDatabase(db);
  const { waiting, active: jobsActive } = await readQueues(db);
  const { rows } = await sql<{ commits: number }>`
    SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()`.execute(db);
  await db
    .insertInto("databaseSamples")
    .values({
      at: now.toISOString(),
      bytes,
      connections,
      active,
      commits: rows[0]?.commits ?? 0,
      jobsWaiting: waiting,
      jobsActive,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const stepSeconds = 300;
const steps = 288;

interface NodeStep {
  readonly name: string;
  readonly step: number;
  readonly machineCpu: number;
  readonly processCpu: number;
  readonly memoryUsed: number;
  readonly rss: number;
  readonly loopDelay: number;
}

interface DatabaseStep {
  readonly step: number;
  readonly connections: number;
  readonly commits: number | null;
  readonly jobsWaiting: number;
  readonly jobsActive: number;
}

/** Index of an instant's step, from the first one displayed. */
const stepOf = (from: Date) =>
  sql`floor(extract(epoch FROM at - ${from.toISOString()}::timestamptz) / ${stepSeconds})::int`;

async function nodeSteps(db: Db, from: Date): Promise<NodeStep[]> {
  const { rows } = await sql<NodeStep>`
    SELECT node_name AS name, ${stepOf(from)} AS step, avg(machine_cpu)::int AS machine_cpu,
           avg(process_cpu)::int AS process_cpu, avg(memory_used)::bigint AS memory_used, avg(rss)::bigint AS rss,
           max(loop_delay) AS loop_delay
      FROM node_samples WHERE at >= ${from.toISOString()} GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
}

async function databaseSteps(db: Db, from: Date): Promise<DatabaseStep[]> {
  // Counters restart with the server; what cannot be computed is null.
  const { rows } = await sql<DatabaseStep>`
    WITH rated AS (
      SELECT at, connections, jobs_waiting, jobs_active,
             CASE WHEN commits >= lag(commits) OVER moments
                  THEN (commits - lag(commits) OVER moments)
                       / greatest(1, extract(epoch FROM at - lag(at) OVER moments)) END AS commits
        FROM database_samples WHERE at >= ${from.toISOString()}
      WINDOW moments AS (ORDER BY at))
    SELECT ${stepOf(from)} AS step, avg(connections)::int AS connections, avg(commits)::int AS commits,
           max(jobs_waiting) AS jobs_waiting, max(jobs_active) AS jobs_active
      FROM rated GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/** Values by step; null where nothing was measured. */
const placed = <R extends { readonly step: number }>(rows: readonly R[], read: (row: R) => number | null) => {
  const values: (number | null)[] = Array.from({ length: steps }, () => null);
  for (const row of rows) if (row.step >= 0 && row.step < steps) values[row.step] = read(row);
  return values;
};

/** The last day in steps of five minutes. */
export async function readHistory(db: Db, now: Date): Promise<ServerHistory> {
  const stepMs = stepSeconds * 1_000;
  const from = new Date((Math.floor(now.getTime() / stepMs) - steps + 1) * stepMs);
  const [ofNodes, ofDatabase] = [await nodeSteps(db, from), await databaseSteps(db, from)];
  const names = [...new Set(ofNodes.map(({ name }) => name))];
  return {
    steps: Array.from({ length: steps }, (_, index) => new Date(from.getTime() + index * stepMs).toISOString()),
    nodes: names.map((name) => {
      const rows = ofNodes.filter((row) => row.name === name);
      return {
        name,
        machineCpu: placed(rows, (row) => row.machineCpu),
        processCpu: placed(rows, (row) => row.processCpu),
        memoryUsed: placed(rows, (row) => row.memoryUsed),
        rss: placed(rows, (row) => row.rss),
        loopDelay: placed(rows, (row) => row.loopDelay),
      };
    }),
    connections: placed(ofDatabase, (row) => row.connections),
    commits: placed(ofDatabase, (row) => row.commits),
    jobsWaiting: placed(ofDatabase, (row) => row.jobsWaiting),
    jobsActive: placed(ofDatabase, (row) => row.jobsActive),
  };
}
