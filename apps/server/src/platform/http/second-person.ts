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

/** A change that takes two people, as one of them asked for it. */
export interface RequestedChange {
  readonly bound: BoundOperation;
  /** The input as the handler gets it. */
  readonly input: unknown;
  /** What carrying it out changed, before that was undone. */
  readonly changes: readonly RowChange[];
  readonly reason: string;
}

/** Where changes that take two people wait: kept by a module, used by the platform for every operation. */
export interface ChangeRequestPort {
  /** Whether changes take two people in the caller's tenant now. */
  isInForce(ctx: Context): Promise<boolean>;
  /** Records a change that somebody else is to have carried out. */
  ask(ctx: Context, asked: RequestedChange): Promise<SentForApproval>;
}

/** Longest reason, in characters. */
const reasonMax = 500;

/**
 * Why the caller asks, from the header `Change-Reason`: percent-encoded UTF-8, because a header holds nothing else.
 * Refused where it is missing: whoever decides has to know.
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

/** One run of an operation, with what it changed. */
interface TrialRun extends Omit<RequestedChange, "reason"> {
  /** Why, as the input itself said it. */
  readonly reason: string | null;
}

/** Ends a trial: the answer where the run takes a second person, and nothing where it stands as it is. */
type EndTrial = (call: OperationCall, run: TrialRun) => Promise<Envelope | undefined>;

/**
 * Begins the run of an operation that may take two people: it is run as always, and what it changed decides. Nothing
 * where it can take none.
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

/** Asks for what a run changed, which was undone, in the same transaction. Answers 202: nothing has changed. */
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
