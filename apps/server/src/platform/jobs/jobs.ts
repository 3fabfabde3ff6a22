import { createHash } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import { CompiledQuery } from "kysely";
import { type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Clock } from "../clock/clock.ts";
import { announce } from "../db/announcements.ts";
import { jobSchema } from "../db/job-schema.ts";
import type { Tables } from "../db/tables.ts";
import type { EventFeed } from "../events/event-feed.ts";
import type { JobRequest } from "../http/context.ts";
import type { RowSeals } from "../seals/row-seals.ts";
import { openJobConnection } from "./job-connection.ts";
import { type JobContext, type JobRuntime, runJobCommand } from "./job-context.ts";
import { listeningLogger } from "./job-output.ts";
import { InvalidJobData, type JobWorker } from "./worker.ts";

/** Background work of one node: every node sends jobs, worker nodes also run them. */
export interface Jobs {
  /** Writes a job inside the caller's transaction: it exists when that commits, and never otherwise. */
  send(db: Kysely<Tables>, job: JobRequest): Promise<void>;
  /** Begins to work the queues and to run the schedule. */
  start(workers: readonly JobWorker[]): Promise<void>;
  /** Takes no more jobs; running ones continue, and sending still works. */
  rest(): Promise<void>;
  /** Takes no more jobs, waits `graceMs` for running ones, then hands the rest back to the other nodes. */
  stop(options: { readonly graceMs: number }): Promise<void>;
}

export interface JobsOptions {
  readonly appUrl: string;
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly seals: RowSeals;
  readonly logger: FastifyBaseLogger;
  /** Receives new jobs within milliseconds; without it they are found by polling every two seconds. */
  readonly feed?: Pick<EventFeed, "onNotify">;
  /** Registry of the finished-jobs counter. */
  readonly registry?: Registry;
  /** Interval for checking the schedule and silent workers, in seconds. */
  readonly superviseSeconds?: number;
  /** Jobs that operators have paused: the schedule skips them. */
  readonly resting?: () => Promise<ReadonlySet<string>>;
}

interface RunningJob {
  readonly queue: string;
  readonly isWaiting: boolean;
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
}

interface Node {
  readonly boss: PgBoss;
  readonly spine: JobRuntime;
  readonly logger: FastifyBaseLogger;
  readonly running: Map<string, RunningJob>;
  /** Whether new jobs are announced to this node. */
  readonly isTold: boolean;
  /** Settles once a stopping node has handed back the jobs it interrupted. */
  readonly handedBack: Promise<void>;
  readonly count: (queue: string, outcome: string) => void;
}

/** The channel on which the library announces queues with new jobs. */
const jobChannel = `pgboss_${createHash("sha224").update(jobSchema).digest("hex").slice(0, 24)}`;

/** How long a stopping node waits for interrupted handlers, in milliseconds. */
const leaveMs = 500;

/** Options of the job library: our connection and tables, and the given supervision interval. */
const libraryOptions = (
  connection: ReturnType<typeof openJobConnection>,
  useListenNotify: boolean,
  superviseSeconds: number,
) => ({
  db: connection,
  schema: jobSchema,
  migrate: false,
  createSchema: false,
  // Index maintenance belongs to the owner of the tables.
  reindex: false,
  monitorVacuum: false,
  useListenNotify,
  cronMonitorIntervalSeconds: superviseSeconds,
  cronWorkerIntervalSeconds: Math.min(5, superviseSeconds),
  superviseIntervalSeconds: superviseSeconds,
  monitorIntervalSeconds: superviseSeconds,
  maintenanceIntervalSeconds: 300,
});

/** Connects a node to the queues. The tables must exist: `installJobSchema` creates them as the owner. */
export async function createJobs(options: JobsOptions): Promise<Jobs> {
  const { appUrl, db, clock, seals, logger, feed, registry, superviseSeconds = 15, resting } = options;
  const onError = (error: Error) => logger.warn({ err: error }, "the job library reports an error");
  const connection = openJobConnection({ appUrl, feed, onError });
  const library = libraryOptions(connection, feed !== undefined, superviseSeconds);
  const running: Node["running"] = new Map();
  const handingBack = Promise.withResolvers<void>();
  const counters = registry ? registerCounters(registry, running) : undefined;
  let boss = new PgBoss({ ...library, supervise: false, schedule: false, useListenNotify: false });
  boss.on("error", onError);
  await boss.start();
  let queues: readonly string[] = [];
  let stopped: Promise<void> | undefined;

  const send: Jobs["send"] = async (tx, { queue, data, startAfterSeconds }) => {
    const id = await boss.send(queue, data, {
      db: adapterOf(tx),
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
    });
    if (id === null) throw new Error(`the queue ${queue} took no job`);
    if (startAfterSeconds === undefined) await announce(tx, { channel: jobChannel, payload: queue });
  };

  return {
    send,
    start: async (workers) => {
      const sender = boss;
      const working = new PgBoss(library);
      working.on("error", onError);
      working.on("warning", ({ message, data }) => logger.warn({ data }, message));
      await working.start();
      boss = working;
      await sender.stop({ graceful: false, close: false });
      const spine: JobRuntime = { db, clock, seals, enqueue: send };
      const count: Node["count"] = (queue, outcome) => counters?.inc({ queue, outcome });
      queues = workers.map(({ queue }) => queue);
      const rests = (await resting?.()) ?? new Set<string>();
      for (const worker of workers) if (!rests.has(worker.queue)) await settleSchedule(boss, worker);
      for (const worker of workers) {
        await work(
          { boss, spine, logger, running, isTold: feed !== undefined, handedBack: handingBack.promise, count },
          worker,
        );
      }
    },
    rest,
    stop: (stopping) => {
      stopped ??= stop(stopping.graceMs);
      return stopped;
    },
  };

  async function rest(): Promise<void> {
    await Promise.all(queues.map((queue) => boss.offWork(queue, { wait: false })));
  }

  async function stop(graceMs: number): Promise<void> {
    await rest();
    for (const { isWaiting, stop: cut } of running.values()) if (isWaiting) cut.abort(new Error("this node stops"));
    await allEnded(running, graceMs);
    for (const job of running.values()) job.stop.abort(new Error("this node stops"));
    // Another node should not start jobs that this one is still ending.
    await allEnded(running, leaveMs);
    await handBack(connection, running, onError);
    handingBack.resolve();
    // The library still records how the jobs ended.
    await boss.stop({ timeout: 1_000 });
    await connection.close();
  }
}

function registerCounters(registry: Registry, running: Node["running"]): Counter<"queue" | "outcome"> {
  new Gauge({
    name: "countinghouse_jobs_running",
    help: "Jobs being worked on this node",
    registers: [registry],
    collect() {
      this.set(running.size);
    },
  });
  return new Counter({
    name: "countinghouse_jobs_total",
    help: "Jobs ended on this node",
    labelNames: ["queue", "outcome"],
    registers: [registry],
  });
}

/** Runs the library's statements in the caller's transaction, with column names as the database has them. */
const adapterOf = (tx: Kysely<Tables>) => {
  const plain = tx.withoutPlugins();
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const { rows } = await plain.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
};

/** The code declares this queue's schedule; rows that operators add have keys of their own. */
async function settleSchedule(boss: PgBoss, { queue, schedule }: JobWorker): Promise<void> {
  if (schedule) await boss.schedule(queue, schedule.cron, {}, { tz: schedule.timeZone ?? "UTC" });
  else await boss.unschedule(queue);
}

async function work(node: Node, worker: JobWorker): Promise<void> {
  const options = {
    batchSize: 1,
    includeMetadata: true,
    perJobResults: true,
    // Nothing is announced when a retry or a delayed start falls due, or by a node that died right after its commit.
    pollingIntervalSeconds: node.isTold ? 5 : 2,
  } as const;
  for (let slot = 0; slot < worker.concurrency; slot += 1) {
    let own = "";
    own = await node.boss.work(worker.queue, options, async (jobs: JobWithMetadata<object>[]) => {
      const results: JobResult[] = [];
      for (const job of jobs) results.push(await runJob(node, worker, job));
      // Several notifications wake a worker once: it looks for the next job after each one, until there is none.
      node.boss.notifyWorker(own);
      return results;
    });
  }
}

async function runJob(node: Node, worker: JobWorker, job: JobWithMetadata<object>): Promise<JobResult> {
  const { running, handedBack, logger, count } = node;
  const stop = new AbortController();
  const { logger: log, lines } = listeningLogger(logger.child({ queue: worker.queue, jobId: job.id }));
  const ended = worker.run(contextOf(node, worker, job, AbortSignal.any([job.signal, stop.signal]), log), job.data);
  const { queue, isWaiting = false } = worker;
  running.set(job.id, { queue, isWaiting, stop, ended: ended.catch(() => {}) });
  try {
    await ended;
    count(worker.queue, "done");
    return { id: job.id, status: "completed", ...(lines.length > 0 ? { output: { lines: [...lines] } } : {}) };
  } catch (error) {
    const isHopeless = error instanceof InvalidJobData;
    const told = [...lines];
    if (stop.signal.aborted) {
      // Recorded before it was handed back, an interrupted job would count as failed.
      await handedBack;
      count(worker.queue, "handed_back");
    } else {
      count(worker.queue, isHopeless || job.retryCount >= job.retryLimit ? "dead" : "failed");
      log.error({ err: error, attempt: job.retryCount }, "a job failed");
    }
    const output = {
      message: error instanceof Error ? error.message : String(error),
      ...(told.length > 0 ? { lines: told } : {}),
    };
    return { id: job.id, status: isHopeless ? "deadletter" : "failed", output };
  } finally {
    running.delete(job.id);
  }
}

function contextOf(
  node: Node,
  { queue }: JobWorker,
  job: JobWithMetadata<object>,
  signal: AbortSignal,
  logger: FastifyBaseLogger,
): JobContext {
  const { spine, boss } = node;
  return {
    jobId: job.id,
    attempt: job.retryCount,
    now: spine.clock.now(),
    db: spine.db,
    logger,
    signal,
    spine,
    inCommand: (run, options) => runJobCommand(spine, { id: job.id, queue, data: job.data }, run, options),
    isCancelled: async () => {
      if (signal.aborted) return true;
      const [found] = await boss.findJobs(queue, { id: job.id });
      return found?.state !== "active";
    },
  };
}

/** Waits until the running jobs have ended, at most `ms` milliseconds. */
async function allEnded(running: Node["running"], ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all([...running.values()].map((job) => job.ended)), late]);
  clearTimeout(timer);
}

/**
 * Makes unfinished jobs available at once, where the library would fail them. The interrupted try is added to the
 * retry limit instead of being uncounted: tries are numbered, and with a reused number this node could end the other
 * node's try.
 */
async function handBack(
  connection: ReturnType<typeof openJobConnection>,
  running: Node["running"],
  onError: (error: Error) => void,
): Promise<void> {
  const ids = [...running.keys()];
  if (ids.length === 0) return;
  const returned = `
    WITH returned AS (
      UPDATE ${jobSchema}.job SET state = 'retry', retry_limit = retry_limit + 1, start_after = now(), heartbeat_on = NULL
       WHERE id = ANY($1::uuid[]) AND state = 'active' RETURNING name)
    SELECT pg_notify('${jobChannel}', name) FROM returned`;
  await connection.executeSql(returned, [ids]).catch(onError);
}
