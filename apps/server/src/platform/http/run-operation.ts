import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Kysely } from "kysely";
import { assertMay } from "../access/permission.ts";
import { writeAudit } from "../audit/audit.ts";
import { isRetryable, refusalFromDatabase, refusalOfConstraint } from "../db/database-error.ts";
import type { Tables } from "../db/tables.ts";
import { type Envelope, type RefusalWording, refusalAnswer, successAnswer } from "./envelope.ts";
import {
  claimRun,
  type HeldClaim,
  hashRequest,
  type IdempotencyClaim,
  idempotencyKeyOf,
  keepAnswerInside,
  replayed,
  type StoredAnswer,
  settleFailedClaim,
} from "./idempotency.ts";
import { withoutGuessing } from "./masked-search.ts";
import { refuseOperatorsFields } from "./merchants-view.ts";
import { type BoundOperation, type OperationCall, openContext, type Runtime } from "./open-context.ts";
import { parseInput } from "./parse-input.ts";
import { beginTrial } from "./second-person.ts";
import { shapedAnswer } from "./shaped-answer.ts";

const attempts = 3;

/**
 * Runs one operation: permission, input, idempotency, transaction, handler, audit, outbox, commit. Everything that
 * must happen for every operation happens here. A query runs on a read connection. A command, and a read that is
 * recorded, runs in one transaction: its rows, audit record, answer and events commit together or not at all. Throws a
 * {@link Refusal} for every expected failure; anything else thrown is a defect.
 */
export async function runOperation(spine: Runtime, bound: BoundOperation, call: OperationCall): Promise<Envelope> {
  const { resource, name, operation } = bound;
  assertMay(call.actor, resource.name, name, operation, spine.clock.now());
  const parsed = parseInput(resource.name, operation, call.sent, call.request.locale, spine.translator);
  const isReading = operation.kind === "query" || name === "export";
  if (isReading) refuseOperatorsFields(call.actor, resource, parsed);
  const input = isReading ? withoutGuessing(call.actor, resource, parsed) : parsed;
  if (operation.recorded) return runCommand(spine, bound, call, input, undefined);
  if (operation.kind === "query") return runQuery(spine, bound, call, input);
  const claim = claimOf(bound, call, input);
  if (!claim) return runCommand(spine, bound, call, input, undefined);
  const claimed = await claimRun<Envelope>(spine.db, claim, spine.clock.now());
  if (claimed.state === "answered") {
    call.setHeader("Idempotent-Replay", "true");
    return replayed(claimed.answer);
  }
  if (claimed.state === "bound") throw new Error("a command of the console keeps its answer and binds no key");
  try {
    return await runCommand(spine, bound, call, input, claimed.claim);
  } catch (error) {
    await settleFailedClaim(spine.db, claimed.claim, error, (refusal) => refusalAnswer(refusal, factsOf(spine, call)));
    throw error;
  }
}

async function runQuery(spine: Runtime, bound: BoundOperation, call: OperationCall, input: unknown) {
  const { operation, handler } = bound;
  const read = async (db: Kysely<Tables>) => {
    const { ctx } = openContext(spine, call, db);
    const result = await handler(ctx, input as never);
    return successAnswer(await shapedAnswer(ctx, bound, result), ctx.now);
  };
  return operation.staleOk && spine.standby ? spine.standby.read(call.actor.userId, read) : read(spine.db);
}

async function runCommand(
  spine: Runtime,
  bound: BoundOperation,
  call: OperationCall,
  input: unknown,
  claim: HeldClaim | undefined,
) {
  for (let attempt = 1; ; attempt += 1) {
    const afterRollback: ((db: Kysely<Tables>) => Promise<void>)[] = [];
    try {
      const body = await spine.db
        .transaction()
        .execute((tx) => inTransaction(spine, bound, call, input, claim, tx, afterRollback));
      spine.standby?.noteChange(call.actor.userId);
      return body;
    } catch (error) {
      for (const work of afterRollback) await work(spine.db);
      if (isRetryable(error) && attempt < attempts) continue;
      throw error instanceof Refusal
        ? error
        : (refusalOfConstraint(bound.resource, error, input) ?? refusalFromDatabase(error) ?? error);
    }
  }
}

async function inTransaction(
  spine: Runtime,
  bound: BoundOperation,
  call: OperationCall,
  input: unknown,
  claim: HeldClaim | undefined,
  tx: Kysely<Tables>,
  afterRollback: ((db: Kysely<Tables>) => Promise<void>)[],
) {
  const { resource, name, operation, handler } = bound;
  const { ctx, changes, reason } = openContext(spine, call, tx, afterRollback);
  const trial = await beginTrial(spine, bound, ctx);
  const result = await shapedAnswer(ctx, bound, await handler(ctx, input as never));
  const sent = await trial?.(call, { bound, input, changes, reason: reason() });
  if (operation.kind === "query" && !changes.some(({ isRead }) => isRead))
    throw new Error(`${resource.name}.${name} is recorded and does not say what it showed`);
  const elapsedMs = spine.clock.now().getTime() - ctx.now.getTime();
  // The client may have given up and must not find its change made: past the deadline the transaction is rolled back.
  if (elapsedMs > spine.deadlineMs) {
    throw refuse("platform.deadlineExceeded", { seconds: Math.round(spine.deadlineMs / 1000) });
  }
  const event = `${resource.name}.${name}`;
  if (!sent) await writeAudit(ctx, { event, operation, input, changes, reason: reason(), elapsedMs });
  const body = sent ?? successAnswer(result, ctx.now);
  const kept = operation.secretResult ? shownOnce(spine, call) : { status: body.code, body };
  if (claim) await keepAnswerInside(tx, claim, kept);
  return body;
}

function factsOf(
  { clock, translator }: Runtime,
  { request: { locale, id: requestId } }: OperationCall,
): RefusalWording {
  return { now: clock.now(), locale, requestId, translator };
}

/** The answer to a retry, without the secret that only the first answer shows. */
function shownOnce(spine: Runtime, call: OperationCall): StoredAnswer {
  const refusal = refuse("platform.secretShownOnce");
  return { status: refusal.status, body: refusalAnswer(refusal, factsOf(spine, call)) };
}

function claimOf(
  { resource, name }: BoundOperation,
  { actor, request }: OperationCall,
  input: unknown,
): IdempotencyClaim | undefined {
  const key = idempotencyKeyOf(request.headers["idempotency-key"]);
  if (key === undefined || !actor.isSignedIn) return undefined;
  return {
    caller: `user:${actor.userId}`,
    operation: `${resource.name}.${name}`,
    key,
    requestHash: hashRequest(input),
  };
}
