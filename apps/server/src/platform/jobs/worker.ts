import { z } from "zod";
import type { JobSchemaOptions } from "../db/job-schema.ts";
import type { JobContext } from "./job-context.ts";

/** How often a failing job is retried, and the delays in between. */
export interface RetryPolicy {
  /** Retries after the first try. */
  readonly limit: number;
  /** Seconds before the first retry; it doubles from try to try, with some jitter. */
  readonly delaySeconds: number;
  readonly delaySecondsMax?: number;
}

/** A schedule: one job per slot, whatever the number of nodes. */
export interface Schedule {
  /** Five cron fields. */
  readonly cron: string;
  /** IANA zone of the cron fields; UTC by default. */
  readonly timeZone?: string;
}

export interface WorkerDeclaration<S extends z.ZodType> {
  /** Name of the queue: letters, digits, `-`, `.`. */
  readonly queue: string;
  /** Schema of a job's data; invalid data goes to the dead letters at once. */
  readonly schema: S;
  readonly schedule?: Schedule;
  /** Jobs of this queue that one node runs concurrently; 1 by default. */
  readonly concurrency?: number;
  readonly retry?: RetryPolicy;
  /** Longest time of one job in seconds; 15 minutes by default. */
  readonly expireSeconds?: number;
  /** Its jobs mostly wait and end cleanly as soon as their signal is aborted: a stopping node aborts them at once. */
  readonly isWaiting?: boolean;
  handle(ctx: JobContext, data: z.output<S>): Promise<void>;
}

/** A worker whose data type is hidden. */
export interface JobWorker
  extends Omit<WorkerDeclaration<z.ZodType>, "handle" | "schema" | "concurrency" | "retry" | "expireSeconds"> {
  readonly concurrency: number;
  readonly retry: RetryPolicy;
  readonly expireSeconds: number;
  /** Validates the data and handles it. Throws {@link InvalidJobData} for data that no retry can fix. */
  run(ctx: JobContext, data: unknown): Promise<void>;
}

/** The data of a job does not match its worker's schema: sent by another release, or by hand. */
export class InvalidJobData extends Error {
  override readonly name = "InvalidJobData";
}

const defaultRetry: RetryPolicy = { limit: 3, delaySeconds: 5, delaySecondsMax: 600 };

/** Declares what happens to the jobs of one queue. */
export function defineWorker<S extends z.ZodType>(declaration: WorkerDeclaration<S>): JobWorker {
  const { schema, handle, concurrency = 1, retry = defaultRetry, expireSeconds = 900, ...rest } = declaration;
  return {
    ...rest,
    concurrency,
    retry,
    expireSeconds,
    run: async (ctx, data) => {
      const parsed = schema.safeParse(data);
      if (!parsed.success)
        throw new InvalidJobData(`${rest.queue}: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`);
      await handle(ctx, parsed.data);
    },
  };
}

/** Queue of jobs that failed for good. They keep the name of their queue and can be sent there again. */
export const deadLetterQueue = "dead-letters";

/** Silence in seconds after which a worker counts as dead. */
const heartbeatSeconds = 30;

/**
 * The library's queue for jobs whose scheduled time has come. The library creates it without a heartbeat: a node
 * killed in between would delay the job by a quarter of an hour.
 */
const scheduledQueue = "__pgboss__send-it";

/** The queues of the workers, for `installJobSchema`. */
export const queuesOf = (workers: readonly JobWorker[]): NonNullable<JobSchemaOptions["queues"]> => [
  { name: deadLetterQueue, retryLimit: 0, deleteAfterSeconds: 30 * 86_400, retentionSeconds: 90 * 86_400 },
  { name: scheduledQueue, heartbeatSeconds },
  ...workers.map(({ queue, retry, expireSeconds }) => ({
    name: queue,
    // Announced after the commit, by `announce`: the library would notify inside the transaction.
    notify: false,
    deadLetter: deadLetterQueue,
    retryLimit: retry.limit,
    retryDelay: retry.delaySeconds,
    retryBackoff: true,
    retryDelayMax: retry.delaySecondsMax ?? 600,
    expireInSeconds: expireSeconds,
    heartbeatSeconds,
  })),
];
