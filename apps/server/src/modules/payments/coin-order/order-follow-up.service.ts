import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { phaseOf } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { type Money, subtract } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isCapable } from "../../gateways/gateway-account/index.ts";
import { type AttemptRow, attemptQueryQueue, attemptRows, updateAttempt } from "../payment-attempt/index.ts";
import {
  assertAllowed,
  assertCancelable,
  assertCapturable,
  isExpirable,
  mayBeQueried,
  refusalOfMove,
} from "./coin-order.policy.ts";
import { lockOrder, type OrderRef, type OrderRow } from "./coin-order.store.ts";
import { callGateway, referenceOf } from "./order-call.service.ts";
import { giveUpOpen } from "./order-confirm.service.ts";
import type { Along, Caller, OrderNode } from "./order-node.port.ts";
import { type Applied, type AttemptRef, applyOutcome, moveOrder, releaseQueue } from "./order-outcome.service.ts";
import { orderTold, statusAfter } from "./order-step.service.ts";
import type { Told } from "./order-story.store.ts";
import { openAttempts, readAttempt } from "./order-sweep.store.ts";

/** Where captures that an operator asked for are sent to the gateway. */
export const captureQueue = "order.capture";

const refOf = ({ merchantId, orderId, id }: AttemptRow): AttemptRef => ({ merchantId, orderId, attemptId: id });
const amountOf = (row: { readonly currency: string }, minor: string): Money => fromWire(minor, row.currency);

interface Locked {
  readonly order: OrderRow;
  readonly attempts: AttemptRow[];
}

async function lock(ctx: Context, ref: OrderRef): Promise<Locked> {
  const [order, attempts] = await together([lockOrder(ctx, ref), attemptRows(ctx, ref.merchantId, ref.orderId)]);
  return { order, attempts };
}

const seen = ({ order, attempts }: Locked) => ({ ...order, phase: phaseOf(order), attempts });

/** The attempt that holds the reservation. */
function reservation({ order, attempts }: Locked, event: "capture" | "release"): AttemptRow {
  const attempt = attempts.find(({ status }) => status === "authorized");
  if (!attempt) throw refusalOfMove(phaseOf(order), event);
  return attempt;
}

/** How much to take; the whole of what is left unless told, and whether the rest is given back. */
export interface CaptureRequest {
  readonly amount?: Money | null;
  readonly final?: boolean;
  readonly reason?: string | null;
}

/** Refuses to leave a rest for later where the gateway captures a payment once: it would give the rest back. */
async function assertSeveralCaptures({ db }: Context, attempt: AttemptRow): Promise<void> {
  if (await isCapable({ db }, { ...attempt, capability: "multi_capture" })) return;
  const fields = [{ field: "final", message: "coinOrder.singleCaptureOnly" }];
  throw refuse("coinOrder.singleCaptureOnly", {}, { status: 422, fields });
}

/** How long an answer to a capture may take before the gateway is asked. */
const lostAfterMs = 90_000;
/** When a capture that was written down and perhaps never sent is sent again, under the same key. */
const unsentAfterSeconds = 60;

/**
 * Marks a capture as asked for, in the caller's transaction; {@link sendCapture} is to follow. Of several at the same
 * moment one goes through: the others find the order where it allows none.
 */
export async function requestCapture(ctx: Context, ref: OrderRef, asked: CaptureRequest): Promise<AttemptRef> {
  const locked = await lock(ctx, ref);
  const { order } = locked;
  assertAllowed(phaseOf(order), "capture");
  const attempt = reservation(locked, "capture");
  if (attempt.isReleaseAsked) throw refusalOfMove(phaseOf(order), "capture");
  const left = subtract(amountOf(attempt, attempt.amount), amountOf(attempt, attempt.capturedAmount));
  const amount = asked.amount ?? left;
  if (amount.currency !== order.currency) throw refusalOfMove(phaseOf(order), "capture");
  const shown = formatMoney(left, { language: ctx.request.locale });
  assertCapturable({ ...seen(locked), leftMinor: left.amountMinor, left: shown }, amount.amountMinor, ctx.now);
  if (asked.final === false) await assertSeveralCaptures(ctx, attempt);
  await updateAttempt(ctx, attempt, {
    status: "capture_pending",
    captureAsked: toWire(amount),
    isCaptureFinal: asked.final ?? true,
    nextQueryTime: new Date(ctx.now.getTime() + lostAfterMs).toISOString(),
  });
  const told: Told[] = [
    {
      kind: "capture",
      title: "eventCaptureRequested",
      detail: { attemptNo: attempt.attemptNo, reason: asked.reason ?? "", final: asked.final ?? true },
      step: { objectId: attempt.id, from: attempt.status, action: "requestCapture", to: "capture_pending" },
      amount: { amount: toWire(amount), currency: amount.currency },
    },
    orderTold(order, "capture", { attempt: null, order: "capture", effects: [] }),
  ];
  await moveOrder(ctx, order, { change: statusAfter("capture"), told, event: undefined });
  return refOf(attempt);
}

/** Sends a capture that was asked for. Sent twice it is one capture: the key says which part of the amount it takes. */
export async function sendCapture(node: OrderNode, caller: Caller, ref: AttemptRef): Promise<Applied | undefined> {
  const attempt = await readAttempt(node.db, ref);
  if (attempt?.status !== "capture_pending" || attempt.captureAsked === null) return undefined;
  const amount = amountOf(attempt, attempt.captureAsked);
  const outcome = await callGateway(node, attempt, (connector, account) =>
    connector.capture(account, {
      ...referenceOf(attempt),
      amount,
      isFinal: attempt.isCaptureFinal,
      idempotencyKey: `${attempt.attemptNo}-capture-${attempt.capturedAmount}`,
    }),
  );
  return transact(node, caller, (ctx) => applyOutcome(ctx, ref, outcome, "answer"));
}

/** Asks for a reservation to be given back; {@link sendRelease} is to follow. Nothing can be captured of it from then on. */
export async function requestRelease(ctx: Context, ref: OrderRef, reason: string): Promise<AttemptRef> {
  const locked = await lock(ctx, ref);
  const { order } = locked;
  if (phaseOf(order) !== "awaiting.capture") throw refusalOfMove(phaseOf(order), "release");
  const attempt = reservation(locked, "release");
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
  authCode: null,
  avs: null,
  cvc: null,
  threeDs: null,
  card: null,
  occurredAt: null,
  exchanges: [],
} as const;

/** Clocks of jobs and of nodes differ by a little. */
const clockSlackMs = 2_000;

/** Whether the question of a job is still wanted: somebody else may have asked it meanwhile and planned the next one. */
const isDue = ({ nextQueryTime }: AttemptRow, now: Date): boolean =>
  nextQueryTime !== null && Date.parse(nextQueryTime) <= now.getTime() + clockSlackMs;

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

/**
 * Asks for a capture that the caller sends itself as soon as the transaction is committed. Should its process end before
 * that, a job sends it, under the same key.
 */
export async function beginCapture(
  ctx: Context,
  ref: OrderRef,
  asked: CaptureRequest,
  along?: Along,
): Promise<AttemptRef> {
  const requested = await requestCapture(ctx, ref, asked);
  await ctx.enqueue({ queue: captureQueue, data: requested, startAfterSeconds: unsentAfterSeconds });
  await along?.(ctx, requested.attemptId);
  return requested;
}

/** Asks for a capture and sends it. */
export async function captureOrder(
  node: OrderNode,
  caller: Caller,
  ref: OrderRef,
  asked: CaptureRequest,
): Promise<void> {
  const capture = await transact(node, caller, (ctx) => beginCapture(ctx, ref, asked));
  await sendCapture(node, caller, capture);
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
