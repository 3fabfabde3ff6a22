import { phaseOf } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { longestCallSeconds } from "../../gateways/gateway-account/index.ts";
import {
  type AppliedOutcome,
  type AttemptRef,
  applyOutcome,
  type GatewayOutcome,
  releaseQueue,
} from "../order-outcome/index.ts";
import {
  assertAllowed,
  lockOrder,
  moveOrder,
  type NewTimelineEntry,
  type OrderRef,
  refusalOfMove,
} from "../order-record/index.ts";
import { type AttemptRow, attemptRows, updateAttempt } from "../payment-attempt/index.ts";
import { callGatewayFor, callUnlessSuperseded, isPutOff, referenceOf } from "./order-call.service.ts";
import type { OrderNode, Requester, SameTransactionWrite } from "./order-node.port.ts";
import { awaitsCapture, readAttempt } from "./sent-attempt.store.ts";

const refOf = ({ merchantId, orderId, id }: AttemptRow): AttemptRef => ({ merchantId, orderId, attemptId: id });

/**
 * Requests the release of an authorisation; {@link sendRelease} has to follow. Nothing can be captured of it from then
 * on.
 */
export const requestRelease = async (ctx: Context, ref: OrderRef, reason: string): Promise<AttemptRef> =>
  refOf(await markReleaseAsked(ctx, ref, reason));

async function markReleaseAsked(ctx: Context, ref: OrderRef, reason: string): Promise<AttemptRow> {
  const [order, attempts] = await together([lockOrder(ctx, ref), attemptRows(ctx, ref.merchantId, ref.orderId)]);
  assertAllowed(phaseOf(order), "void");
  const attempt = attempts.find(({ status }) => status === "authorized");
  if (!attempt) throw refusalOfMove(phaseOf(order), "void");
  await updateAttempt(ctx, attempt, { isReleaseAsked: true });
  const timeline: NewTimelineEntry = {
    kind: "operator",
    title: "eventVoidAsked",
    detail: { reason, attemptNo: attempt.attemptNo },
  };
  await moveOrder(ctx, order, { change: {}, timeline: [timeline], event: undefined });
  return attempt;
}

/** States given up by us, in which the gateway may still hold something. */
const releasable: readonly AttemptRow["status"][] = ["expired", "declined", "error", "voided"];

/**
 * Idempotency key of a release: it stays while the answer is unknown and changes after a refusal, which gateways
 * repeat for the same key.
 */
const releaseKey = ({ attemptNo, releaseTries }: AttemptRow): string =>
  releaseTries === 0 ? `${attemptNo}-void` : `${attemptNo}-void-${releaseTries + 1}`;

/** Throws where the account is at its limit, so that the caller retries: that is no refusal by the gateway. */
async function callVoid(node: OrderNode, attempt: AttemptRow, wanted: (now: AttemptRow) => Promise<boolean>) {
  const isWanted = async () => {
    const now = await readAttempt(node.db, refOf(attempt));
    return now !== undefined && wanted(now);
  };
  const outcome = await callUnlessSuperseded(node, attempt, isWanted, (connector, account) =>
    connector.void(account, { ...referenceOf(attempt), idempotencyKey: releaseKey(attempt) }),
  );
  if (outcome && isPutOff(outcome)) throw new Error(`the release of ${attempt.attemptNo} was put off`);
  return outcome;
}

/**
 * Whether anything is left to release. A refused void is final: the authorisation may be captured, and is released
 * only on a new request.
 */
async function isReleaseMeant({ db }: OrderNode, attempt: AttemptRow): Promise<boolean> {
  // Captured parts stay captured: the remainder is released.
  if (attempt.status === "captured") return attempt.nextQueryTime !== null;
  if (attempt.status !== "authorized") return releasable.includes(attempt.status);
  return attempt.isReleaseAsked || !(await awaitsCapture(db, attempt));
}

/** Releases an authorisation, or closes a payer's open page, at the gateway. Queries after a lost answer. */
export async function sendRelease(
  node: OrderNode,
  caller: Requester,
  ref: AttemptRef,
): Promise<AppliedOutcome | undefined> {
  const attempt = await readAttempt(node.db, ref);
  const isMeant = (now: AttemptRow) => isReleaseMeant(node, now);
  if (!attempt || !(await isMeant(attempt))) return undefined;
  const outcome = await callVoid(node, attempt, isMeant);
  if (!outcome) return undefined;
  const applied = await transact(node, caller, (ctx) => applyOutcome(ctx, ref, outcome, "answer"));
  if (outcome.kind === "unknown") throw new Error(`the release of ${attempt.attemptNo} has no answer yet`);
  await noteRefusal(node, caller, attempt, outcome);
  return applied;
}

/** The release was refused, so the authorisation stands: the requester decides anew. */
async function noteRefusal(
  node: OrderNode,
  caller: Requester,
  attempt: AttemptRow,
  { kind }: GatewayOutcome,
): Promise<void> {
  if (kind !== "error" && kind !== "declined") return;
  const change = { isReleaseAsked: false, releaseTries: attempt.releaseTries + 1 };
  await transact(node, caller, (ctx) => updateAttempt(ctx, attempt, change));
}

/** Ends an expired authorisation by what its gateway reports. Nothing can be captured of it any more. */
export async function endReservation(node: OrderNode, caller: Requester, attempt: AttemptRow): Promise<void> {
  const ref = refOf(attempt);
  const heard = await callGatewayFor(node, attempt, (connector, account) =>
    connector.query(account, referenceOf(attempt)),
  );
  const asked = await transact(node, caller, (ctx) => applyOutcome(ctx, ref, heard, "query"));
  if (asked.attempt.status !== "authorized") return;
  if (heard.kind !== "authorized") throw new Error(`the gateway does not say what became of ${attempt.attemptNo}`);
  const outcome = await callVoid(node, attempt, async ({ status }) => status === "authorized");
  if (!outcome) return;
  // It expired, whatever the gateway calls that.
  const ended: GatewayOutcome = outcome.kind === "voided" ? { ...outcome, kind: "expired", decline: null } : outcome;
  const released = await transact(node, caller, (ctx) => applyOutcome(ctx, ref, ended, "answer"));
  await noteRefusal(node, caller, attempt, outcome);
  if (released.attempt.status === "authorized") throw new Error(`${attempt.attemptNo} was not released`);
}

/** Releases an authorisation for a merchant's server that waits for the outcome; a lost answer is queried later. */
export async function voidOrder(
  node: OrderNode,
  caller: Requester,
  ref: OrderRef,
  reason: string,
  along?: SameTransactionWrite,
): Promise<void> {
  const attempt = await transact(node, caller, async (ctx) => {
    const asked = await markReleaseAsked(ctx, ref, reason);
    await along?.(ctx, asked.id);
    const startAfterSeconds = await longestCallSeconds(ctx, asked.gatewayAccountId);
    await ctx.enqueue({ queue: releaseQueue, data: refOf(asked), startAfterSeconds });
    return refOf(asked);
  });
  await sendRelease(node, caller, attempt).catch((error: unknown) => {
    node.platform.logger.warn({ err: error }, "a release is asked for again");
  });
}
