import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { phaseOf } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type AttemptRow, attemptQueryQueue, attemptRows, updateAttempt } from "../payment-attempt/index.ts";
import { assertCancelable, isExpirable, mayBeQueried, refusalOfMove } from "./coin-order.policy.ts";
import { lockOrder, type OrderRef, type OrderRow } from "./coin-order.store.ts";
import { isDue } from "./order-attempt.service.ts";
import { callGateway, referenceOf } from "./order-call.service.ts";
import { giveUpOpen } from "./order-confirm.service.ts";
import type { Along, Caller, OrderNode } from "./order-node.port.ts";
import { type Applied, type AttemptRef, applyOutcome, moveOrder, releaseQueue } from "./order-outcome.service.ts";
import { orderTold, statusAfter } from "./order-step.service.ts";
import type { Told } from "./order-story.store.ts";
import { awaitsCapture, openAttempts, readAttempt } from "./order-sweep.store.ts";

const refOf = ({ merchantId, orderId, id }: AttemptRow): AttemptRef => ({ merchantId, orderId, attemptId: id });

interface Locked {
  readonly order: OrderRow;
  readonly attempts: AttemptRow[];
}

async function lock(ctx: Context, ref: OrderRef): Promise<Locked> {
  const [order, attempts] = await together([lockOrder(ctx, ref), attemptRows(ctx, ref.merchantId, ref.orderId)]);
  return { order, attempts };
}

const seen = ({ order, attempts }: Locked) => ({ ...order, phase: phaseOf(order), attempts });

/** How long an answer to a release may take before it is asked for again. */
const lostAfterMs = 90_000;

/** Asks for a reservation to be given back; {@link sendRelease} is to follow. Nothing can be captured of it from then on. */
export async function requestRelease(ctx: Context, ref: OrderRef, reason: string): Promise<AttemptRef> {
  const { order, attempts } = await lock(ctx, ref);
  if (phaseOf(order) !== "awaiting.capture") throw refusalOfMove(phaseOf(order), "release");
  const attempt = attempts.find(({ status }) => status === "authorized");
  if (!attempt) throw refusalOfMove(phaseOf(order), "release");
  await updateAttempt(ctx, attempt, { isReleaseAsked: true });
  const told: Told = { kind: "operator", title: "eventVoidAsked", detail: { reason, attemptNo: attempt.attemptNo } };
  await moveOrder(ctx, order, { change: {}, told: [told], event: undefined });
  return refOf(attempt);
}

const releasable: readonly AttemptRow["status"][] = ["authorized", "expired", "declined", "error", "voided"];

/** Gives a reservation, or a payer's open page, back at the gateway. An answer that is lost is asked for again. */
export async function sendRelease(node: OrderNode, caller: Caller, ref: AttemptRef): Promise<Applied | undefined> {
  const attempt = await readAttempt(node.db, ref);
  if (!attempt || !releasable.includes(attempt.status)) return undefined;
  // A void that was refused is over: its reservation may be captured, and is given back only when somebody asks anew.
  const isMeant = attempt.status !== "authorized" || attempt.isReleaseAsked || !(await awaitsCapture(node.db, ref));
  if (!isMeant) return undefined;
  const outcome = await callGateway(node, attempt, (connector, account) =>
    connector.void(account, { ...referenceOf(attempt), idempotencyKey: `${attempt.attemptNo}-void` }),
  );
  const applied = await transact(node, caller, (ctx) => applyOutcome(ctx, ref, outcome, "answer"));
  if (outcome.kind === "unknown") throw new Error(`the release of ${attempt.attemptNo} has no answer yet`);
  // Refused, so the reservation stands: whoever asked may look again and decide anew.
  if (outcome.kind === "error" || outcome.kind === "declined")
    await transact(node, caller, (ctx) => updateAttempt(ctx, attempt, { isReleaseAsked: false }));
  return applied;
}

/** Who calls an order off, as its story says. */
export type CanceledBy = "reasonMerchant" | "reasonPayer" | "reasonOperator";

/** Calls an order off, unless its payment may still go through. */
export async function cancelLocked(
  ctx: Context,
  ref: OrderRef,
  { by, reason }: { readonly by: CanceledBy; readonly reason?: string | null },
): Promise<OrderRow> {
  const locked = await lock(ctx, ref);
  const { order, attempts } = locked;
  assertCancelable(seen(locked));
  const told = await giveUpOpen(ctx, attempts);
  const ended = orderTold(order, "cancel", { attempt: null, order: "cancel", effects: [] }, by);
  const { actor: _actor, ...asCaller } = { ...ended, detail: { ...ended.detail, text: reason ?? "" } };
  return moveOrder(ctx, order, {
    change: { canceledTime: ctx.now.toISOString(), ...statusAfter("cancel") },
    told: [...told, asCaller],
    event: "order.canceled",
  });
}

/** Closes an order whose time has passed; a reservation that was never captured is given back. */
export async function expireOrder(ctx: Context, ref: OrderRef): Promise<void> {
  const locked = await lock(ctx, ref);
  const { order, attempts } = locked;
  if (Date.parse(order.expireTime) > ctx.now.getTime()) return;
  const reserved = attempts.find(({ status }) => status === "authorized");
  if (phaseOf(order) === "awaiting.capture" && reserved) {
    await applyOutcome(ctx, refOf(reserved), runOut, "query");
    await ctx.enqueue({ queue: releaseQueue, data: refOf(reserved) });
    return;
  }
  if (!isExpirable(seen(locked), ctx.now)) return;
  const told = await giveUpOpen(ctx, attempts);
  await moveOrder(ctx, order, {
    change: { canceledTime: ctx.now.toISOString(), ...statusAfter("expire") },
    told: [...told, orderTold(order, "expire", { attempt: null, order: "expire", effects: [] })],
    event: "order.expired",
  });
}

/** What a gateway would say of something whose time is over, where nobody asks it. */
const runOut = {
  kind: "expired",
  decline: null,
  upstreamIntentId: null,
  upstreamAttemptId: null,
  transactionNo: null,
  amount: null,
  capturedAmount: null,
  refundedAmount: null,
  arn: null,
  credential: null,
  authCode: null,
  avs: null,
  cvc: null,
  threeDs: null,
  card: null,
  occurredAt: null,
  exchanges: [],
} as const;

/**
 * Asks the gateway about an attempt and takes its answer in. A payer who did not come back in time is given up when the
 * gateway still waits for it too.
 */
export async function queryAttempt(
  node: OrderNode,
  caller: Caller,
  ref: AttemptRef,
  { onlyIfDue = false }: { readonly onlyIfDue?: boolean } = {},
): Promise<Applied | undefined> {
  const attempt = await readAttempt(node.db, ref);
  if (!attempt || !mayBeQueried(attempt) || (onlyIfDue && !isDue(attempt, node.clock.now()))) return undefined;
  const outcome = await callGateway(node, attempt, (connector, account) =>
    connector.query(account, referenceOf(attempt)),
  );
  const applied = await transact(node, caller, (ctx) => applyOutcome(ctx, ref, outcome, "query"));
  const isOverdue =
    applied.attempt.nextQueryTime !== null && Date.parse(applied.attempt.nextQueryTime) <= node.clock.now().getTime();
  if (applied.attempt.status !== "authentication_pending" || !isOverdue) return applied;
  return transact(node, caller, async (ctx) => {
    const given = await applyOutcome(ctx, ref, runOut, "query");
    await ctx.enqueue({ queue: releaseQueue, data: ref });
    return given;
  });
}

/** Asks for a question to the gateway about every attempt it may know something new of. */
export async function requestSync(ctx: Context, ref: OrderRef): Promise<void> {
  const { order, attempts } = await lock(ctx, ref);
  const asked = attempts.filter(mayBeQueried);
  if (asked.length === 0) throw refuse("coinOrder.nothingToAsk", {}, { status: 409 });
  for (const attempt of asked)
    await ctx.enqueue({ queue: attemptQueryQueue, data: { ...refOf(attempt), asked: true } });
  const told: Told = { kind: "operator", title: "eventSyncAsked", detail: {}, visibility: "operator" };
  await moveOrder(ctx, order, { change: {}, told: [told], event: undefined });
}

/** Releases a reservation for a merchant's server that waits for the outcome; one that is lost is asked for again later. */
export async function voidOrder(
  node: OrderNode,
  caller: Caller,
  ref: OrderRef,
  reason: string,
  along?: Along,
): Promise<void> {
  const attempt = await transact(node, caller, async (ctx) => {
    const asked = await requestRelease(ctx, ref, reason);
    await along?.(ctx, asked.attemptId);
    await ctx.enqueue({ queue: releaseQueue, data: asked, startAfterSeconds: lostAfterMs / 1000 });
    return asked;
  });
  await sendRelease(node, caller, attempt).catch((error: unknown) => {
    node.platform.logger.warn({ err: error }, "a release is asked for again");
  });
}

/** Calls an order off for a merchant's server or a payer. */
export const cancelOrder = (
  node: OrderNode,
  caller: Caller,
  ref: OrderRef,
  why: { readonly by: CanceledBy; readonly reason?: string | null },
  along?: Along,
): Promise<OrderRow> =>
  transact(node, caller, async (ctx) => {
    const order = await cancelLocked(ctx, ref, why);
    await along?.(ctx, order.id);
    return order;
  });

/** Asks the gateway at once about everything of an order that is open: for a payer who came back and waits. */
export async function syncOrder(node: OrderNode, caller: Caller, ref: OrderRef): Promise<void> {
  const open = await openAttempts(node.db, ref);
  for (const attempt of open) await queryAttempt(node, caller, attempt);
}
