import { defaultLocale } from "@countinghouse/contract/kit/locale.ts";
import { command, Done, Nothing } from "@countinghouse/contract/kit/operation.ts";
import type { JobEvent } from "@countinghouse/contract/platform/job-events.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import { type Actor, systemActor } from "../access/actor.ts";
import { recorded, writeAudit } from "../audit/audit.ts";
import type { Clock } from "../clock/clock.ts";
import { isRetryable } from "../db/database-error.ts";
import type { RowChange, Tables } from "../db/tables.ts";
import type { Context, JobRequest } from "../http/context.ts";
import { recordEvent } from "../outbox/outbox.ts";
import type { RowSeals } from "../seals/row-seals.ts";

/** Everything a worker may use. */
export interface JobContext {
  readonly jobId: string;
  /** 0 at the first try. */
  readonly attempt: number;
  readonly now: Date;
  /** Reads outside a transaction. */
  readonly db: Kysely<Tables>;
  readonly logger: FastifyBaseLogger;
  /** Aborted when the node stops or the job was given to another node; work done after that may be done twice. */
  readonly signal: AbortSignal;
  /** Runs `work` in one transaction, audited like a command, in the name of the system or of the given actor. */
  inCommand<R>(work: (ctx: Context) => Promise<R>, as: CommandOptions): Promise<R>;
  /** For `transact`: work with a history of its own, which the audit log need not repeat. */
  readonly spine: JobRuntime;
  /** Whether the job should stop: cancelled by a user, or handed back because the node stops. */
  isCancelled(): Promise<boolean>;
}

export interface CommandOptions {
  readonly actor?: Actor;
  /** Name of the audit event. */
  readonly event: JobEvent;
  /** Input for the audit record; the job's data by default. */
  readonly input?: object;
}

/** What commands of jobs run on. */
export interface JobRuntime {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly seals: RowSeals;
  enqueue(db: Kysely<Tables>, job: JobRequest): Promise<void>;
}

/** The job a command belongs to. */
export interface JobFacts {
  readonly id: string;
  readonly queue: string;
  readonly data: unknown;
}

const attempts = 3;
const operation = command(Nothing, Done);

/**
 * Runs `work` in one transaction: its rows, audit record, events and jobs commit together or not at all. Retried from
 * the start on a serialization failure or deadlock.
 */
export async function runJobCommand<R>(
  spine: JobRuntime,
  job: JobFacts,
  work: (ctx: Context) => Promise<R>,
  options: CommandOptions,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const afterRollback: ((db: Kysely<Tables>) => Promise<void>)[] = [];
    try {
      return await spine.db.transaction().execute(async (tx) => {
        const changes: RowChange[] = [];
        let reason: string | null = null;
        const now = spine.clock.now();
        const ctx: Context = {
          actor: options.actor ?? systemActor,
          db: tx,
          now,
          request: {
            id: job.id,
            method: "JOB",
            path: job.queue,
            ip: "",
            userAgent: "",
            locale: defaultLocale,
            queryNames: [],
            headers: {},
          },
          seals: spine.seals,
          setHeader: () => {},
          emit: (event) => recordEvent(tx, event),
          enqueue: (request) => spine.enqueue(tx, request),
          recordChange: (change) => void changes.push(recorded(change)),
          recordReason: (text) => {
            reason = text;
          },
          afterRollback: (undo) => void afterRollback.push(undo),
        };
        const result = await work(ctx);
        const elapsedMs = spine.clock.now().getTime() - now.getTime();
        const { event, input = job.data } = options;
        await writeAudit(ctx, { event, operation, input, changes, reason, elapsedMs });
        return result;
      });
    } catch (error) {
      for (const undo of afterRollback) await undo(spine.db);
      if (isRetryable(error) && attempt < attempts) continue;
      throw error;
    }
  }
}
