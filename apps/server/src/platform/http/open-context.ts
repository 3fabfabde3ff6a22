import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import type { Kysely } from "kysely";
import type { Actor } from "../access/actor.ts";
import { recorded } from "../audit/audit.ts";
import type { Clock } from "../clock/clock.ts";
import type { Standby } from "../db/standby.ts";
import type { RowChange, Tables } from "../db/tables.ts";
import type { CallJournal } from "../journal/call-journal.ts";
import { recordEvent } from "../outbox/outbox.ts";
import type { RowSeals } from "../seals/row-seals.ts";
import type { Context, JobRequest, RequestFacts } from "./context.ts";
import type { ChangeRequestPort } from "./second-person.ts";
import type { Translator } from "./translate.ts";

/** Everything the platform runs operations with. */
export interface Runtime {
  readonly db: Kysely<Tables>;
  /** Standby for queries that tolerate lag, if there is one. */
  readonly standby: Standby | undefined;
  readonly clock: Clock;
  readonly seals: RowSeals;
  readonly translator: Translator;
  /** Longest time of a command in milliseconds, after which it is rolled back. */
  readonly deadlineMs: number;
  /** Stores changes that need a second person; without it every change takes effect at once. */
  readonly desk?: ChangeRequestPort;
  /** Log of how calls ended. */
  readonly journal?: CallJournal;
  enqueue(db: Kysely<Tables>, job: JobRequest): Promise<void>;
}

/** One operation with its handler. */
export interface BoundOperation {
  readonly resource: Resource;
  readonly name: string;
  readonly operation: Operation;
  readonly handler: (ctx: Context, input: never) => Promise<unknown>;
}

/** One request to run. */
export interface OperationCall {
  readonly actor: Actor;
  readonly sent: unknown;
  readonly request: RequestFacts;
  setHeader(name: string, value: string): void;
}

/** A context for one run of a handler; it collects the contents of the audit record. */
export function openContext(
  spine: Pick<Runtime, "clock" | "enqueue" | "seals">,
  call: Pick<OperationCall, "actor" | "request" | "setHeader">,
  db: Kysely<Tables>,
  afterRollback: ((db: Kysely<Tables>) => Promise<void>)[] = [],
) {
  const changes: RowChange[] = [];
  let reason: string | null = null;
  const ctx: Context = {
    actor: call.actor,
    db,
    now: spine.clock.now(),
    request: call.request,
    seals: spine.seals,
    setHeader: (name, value) => call.setHeader(name, value),
    emit: (event) => recordEvent(db, event),
    enqueue: (job) => spine.enqueue(db, job),
    recordChange: (change) => void changes.push(recorded(change)),
    recordReason: (text) => {
      reason = text;
    },
    afterRollback: (work) => void afterRollback.push(work),
  };
  return { ctx, changes, reason: () => reason };
}
