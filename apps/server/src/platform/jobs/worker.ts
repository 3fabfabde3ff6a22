import { z } from "zod";
import type { JobSchemaOptions } from "../db/job-schema.ts";
import type { JobContext } from "./job-context.ts";

/** How often a failing job is tried, and how long in between. */
export interface RetryPolicy {
  /** Tries after the first. */
  readonly limit: number;
  /** Seconds before the first retry; it doubles from try to try, with some jitter. */
  readonly delaySeconds: number;
  readonly delaySecondsMax?: number;
}

/** A time table row: one job per slot, whatever the number of nodes. */
export interface Schedule {
  /** Five cron fields. */
  readonly cron: string;
  /** IANA zone the fields are read in; UTC unless told. */
  readonly timeZone?: string;
}

export interface WorkerDeclaration<S extends z.ZodType> {
  /** Name of the queue: letters, digits, `-`, `.`. */
  readonly queue: string;
  /** What a job's data must be; data that is not goes to the dead letters at once. */
  readonly schema: S;
  readonly schedule?: Schedule;
  /** Jobs of this queue that one node works at a time; 1 unless told. */
  readonly concurrency?: number;
  readonly retry?: RetryPolicy;
  /** Longest time one job may take; 15 minutes unless told. */
  readonly expireSeconds?: number;
  /** Its jobs mostly wait, and end in good order as soon as their signal asks them to: a node that stops asks at once. */
  readonly isWaiting?: boolean;
  handle(ctx: JobContext, data: z.output<S>): Promise<void>;
}

/** A worker whose data type is sealed inside. */
export interface JobWorker
  extends Omit<WorkerDeclaration<z.ZodType>, "handle" | "schema" | "concurrency" | "retry" | "expireSeconds"> {
  readonly concurrency: number;
  readonly retry: RetryPolicy;
  readonly expireSeconds: number;
  /** Checks the data and handles it. Throws {@link InvalidJobData} for data no retry will mend. */
  run(ctx: JobContext, data: unknown): Promise<void>;
}

/** The data of a job is not what its worker expects: sent by another release, or by hand. */
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

/** Where jobs end that failed for good. They keep the name of their queue and can be sent there again. */
export const deadLetterQueue = "dead-letters";

/** A worker that died is noticed when it was silent for this long. */
const heartbeatSeconds = 30;

/**
 * Where the library puts a job whose time has come, until one of its own workers sends it on. It makes the queue itself,
 * without a heartbeat: a node that was killed in between held the job back for a quarter of an hour.
 */
const scheduledQueue = "__pgboss__send-it";

/** The queues of the workers, for `installJobSchema`. */
export const queuesOf = (workers: readonly JobWorker[]): NonNullable<JobSchemaOptions["queues"]> => [
  { name: deadLetterQueue, retryLimit: 0, deleteAfterSeconds: 30 * 86_400, retentionSeconds: 90 * 86_400 },
  { name: scheduledQueue, heartbeatSeconds },
  ...workers.map(({ queue, retry, expireSeconds }) => ({
    name: queue,
    // Told after the commit, by `announce`: the library would tell inside the transaction.
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
