import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { hasCardNumber } from "@countinghouse/contract/platform/card-number.ts";
import { askedEvent, type ChangedRow, type SentForApproval } from "@countinghouse/contract/platform/second-person.ts";
import { isStorableText } from "@countinghouse/contract/platform/storable-text.ts";
import { type Kysely, sql } from "kysely";
import { writeAudit } from "../audit/audit.ts";
import type { RowChange, Tables } from "../db/tables.ts";
import type { Context } from "./context.ts";
import type { Envelope } from "./envelope.ts";
import { type BoundOperation, type OperationCall, openContext, type Runtime } from "./open-context.ts";

/** A change that needs a second person, as requested. */
export interface RequestedChange {
  readonly bound: BoundOperation;
  /** The input as the handler receives it. */
  readonly input: unknown;
  /** The changes that the trial run made before it was rolled back. */
  readonly changes: readonly RowChange[];
  readonly reason: string;
}

/** Stores change requests: implemented by a module, used by the platform for every operation. */
export interface ChangeRequestPort {
  /** Whether changes need a second person in the caller's tenant now. */
  isInForce(ctx: Context): Promise<boolean>;
  /** Records a change request for somebody else to approve. */
  ask(ctx: Context, asked: RequestedChange): Promise<SentForApproval>;
}

/** Longest reason, in characters. */
const reasonMax = 500;

/**
 * The requester's reason, from the header `Change-Reason`: percent-encoded UTF-8, because headers allow nothing else.
 * Refused where missing: the approver needs it.
 */
function reasonOf({ headers }: OperationCall["request"]): string {
  const header = headers["change-reason"];
  const text = typeof header === "string" ? decoded(header).trim() : "";
  if (text === "") throw refuse("platform.reasonRequired");
  if (text.length > reasonMax) throw refuse("platform.reasonTooLong", { max: reasonMax });
  if (/\p{Cc}/u.test(text.replace(/[\t\n\r]/g, "")) || !isStorableText(text)) throw refuse("platform.unstorableText");
  if (hasCardNumber(text)) throw refuse("platform.cardNumberHere");
  return text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuse("platform.unstorableText");
  }
}

const savepoint = "before_second_person";

/** One run of an operation, with its changes. */
interface TrialRun extends Omit<RequestedChange, "reason"> {
  /** The reason, where the input itself has one. */
  readonly reason: string | null;
}

/**
 * Ends a trial run: answers with the change request where a second person is needed; otherwise undefined, and the run
 * stands.
 */
type EndTrial = (call: OperationCall, run: TrialRun) => Promise<Envelope | undefined>;

/**
 * Begins a run that may need a second person: the operation runs as usual, and its changes decide. Undefined where it
 * never needs one.
 */
export async function beginTrial(
  spine: Runtime,
  { operation: { secondPerson } }: BoundOperation,
  ctx: Context,
): Promise<EndTrial | undefined> {
  const { desk } = spine;
  const { db } = ctx;
  if (!desk || !secondPerson || !(await desk.isInForce(ctx))) return undefined;
  await sql`SAVEPOINT ${sql.raw(savepoint)}`.execute(db);
  return async (call, run) => {
    if (!secondPerson(run.changes as readonly ChangedRow[])) return undefined;
    await sql`ROLLBACK TO SAVEPOINT ${sql.raw(savepoint)}`.execute(db);
    return askInstead(spine, desk, db, call, { ...run, reason: run.reason ?? reasonOf(call.request) });
  };
}

/**
 * Records a change request for the rolled-back changes of a run, in the same transaction. Answers 202: nothing has
 * changed.
 */
async function askInstead(
  spine: Runtime,
  desk: ChangeRequestPort,
  db: Kysely<Tables>,
  call: OperationCall,
  asked: RequestedChange,
): Promise<Envelope> {
  const { ctx, changes } = openContext(spine, call, db);
  const sent = await desk.ask(ctx, asked);
  const { bound, input, reason } = asked;
  await writeAudit(ctx, { event: askedEvent, operation: bound.operation, input, changes, reason, elapsedMs: 0 });
  const { locale, id: requestId } = call.request;
  return {
    code: 202,
    type: "success",
    message: spine.translator.refusal("platform.sentForApproval", { changeNo: sent.changeNo }, locale),
    result: sent,
    extras: { bizCode: "platform.sentForApproval", requestId },
    time: ctx.now.toISOString(),
  };
}
