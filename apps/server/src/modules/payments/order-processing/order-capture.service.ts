import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { captureLifecycle } from "@countinghouse/contract/payments/capture/capture.lifecycle.ts";
import { phaseOf } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { type Money, subtract } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isCapable, longestCallSeconds } from "../../gateways/gateway-account/index.ts";
import {
  type CaptureRef,
  insertCapture,
  markSent,
  nextPlace,
  openCapture,
  sendsOf,
  updateCapture,
} from "../capture/index.ts";
import { type AppliedOutcome, applyOutcome, captureQueue, orderEntry, statusAfter } from "../order-outcome/index.ts";
import {
  assertAllowed,
  assertCapturable,
  lockOrder,
  moveOrder,
  type NewTimelineEntry,
  type OrderRef,
  type OrderRow,
  refusalOfMove,
} from "../order-record/index.ts";
import { type AttemptRow, attemptQueryQueue, attemptRows, updateAttempt } from "../payment-attempt/index.ts";
import { callUnlessSuperseded, referenceOf } from "./order-call.service.ts";
import type { OrderNode, Requester, SameTransactionWrite } from "./order-node.port.ts";
import { queryDueAt, readAttempt } from "./sent-attempt.store.ts";

/** Amount to capture (the whole rest by default), and whether the remainder is released. */
export interface CaptureRequest {
  readonly amount?: Money | null;
  readonly final?: boolean;
  readonly reason?: string | null;
}

/** Delay after which a recorded capture that was never sent is sent, in seconds. */
const unsentAfterSeconds = 60;

const amountOf = (row: { readonly currency: string }, minor: string): Money => fromWire(minor, row.currency);

/**
 * Refuses a partial capture that keeps the remainder where the gateway captures only once: it would release the
 * remainder.
 */
async function assertSeveralCaptures({ db }: Context, attempt: AttemptRow): Promise<void> {
  if (await isCapable({ db }, { ...attempt, capability: "multi_capture" })) return;
  throw refuse("coinOrder.singleCaptureOnly");
}

/** The amount that a capture takes, checked against the authorisation. */
async function checked(ctx: Context, ref: OrderRef, asked: CaptureRequest) {
  const [order, attempts] = await together([lockOrder(ctx, ref), attemptRows(ctx, ref.merchantId, ref.orderId)]);
  const phase = phaseOf(order);
  if (phase === "pending" && attempts.some(({ status }) => status === "capture_pending"))
    throw refuse("coinOrder.captureUnderWay", {}, { headers: { "Retry-After": "1" } });
  assertAllowed(phase, "capture");
  const attempt = attempts.find(({ status }) => status === "authorized");
  if (!attempt || attempt.isReleaseAsked) throw refusalOfMove(phase, "capture");
  const left = subtract(amountOf(attempt, attempt.amount), amountOf(attempt, attempt.capturedAmount));
  const amount = asked.amount ?? left;
  if (amount.currency !== order.currency) throw refusalOfMove(phase, "capture");
  const shown = formatMoney(left, { language: ctx.request.locale });
  const seen = { ...order, phase, attempts, leftMinor: left.amountMinor, left: shown };
  assertCapturable(seen, amount.amountMinor, ctx.now);
  if (asked.final === false) await assertSeveralCaptures(ctx, attempt);
  return { order, attempt, amount };
}

/** A requested capture, and the order's step for it. */
export function captureAsked(
  ctx: Pick<Context, "now">,
  of: { readonly order: OrderRow; readonly attempt: AttemptRow; readonly amount: Money },
) {
  const values = newCapture(ctx, { ...of, asked: {} });
  return { values, move: captureAskedMove(of.order, of.attempt, values) };
}

function captureAskedMove(order: OrderRow, attempt: AttemptRow, values: ReturnType<typeof newCapture>) {
  const { id, captureNo, isFinal, reason, amount, currency } = values;
  const timeline: NewTimelineEntry[] = [
    {
      kind: "capture",
      title: "eventCaptureRequested",
      detail: { captureNo, attemptNo: attempt.attemptNo, reason: reason ?? "", final: isFinal },
      step: { objectId: attempt.id, from: attempt.status, action: "requestCapture", to: "capture_pending" },
      amount: { amount, currency },
      ref: { type: "capture", id },
    },
    orderEntry(order, "capture", { attempt: null, order: "capture", effects: [] }),
  ];
  return { change: statusAfter("capture"), timeline, event: undefined };
}

function newCapture(
  ctx: Pick<Context, "now">,
  { order, attempt, amount, asked }: { order: OrderRow; attempt: AttemptRow; amount: Money; asked: CaptureRequest },
) {
  const captureNo = businessNumber("CP", ctx.now);
  return {
    merchantId: order.merchantId,
    id: newId("cap", ctx.now),
    tenantId: order.tenantId,
    captureNo,
    orderId: order.id,
    orderNo: order.orderNo,
    attemptId: attempt.id,
    mode: order.mode,
    status: captureLifecycle.initial,
    isFinal: asked.final ?? true,
    amount: toWire(amount),
    currency: amount.currency,
    reason: asked.reason ?? null,
    gatewayAccountId: attempt.gatewayAccountId,
    // Fixed here: no other capture is ever sent under this key.
    gatewayKey: captureNo,
    askedTime: ctx.now.toISOString(),
  };
}

/**
 * Records a capture request in the caller's transaction; {@link sendCapture} has to follow. Of concurrent requests one
 * succeeds; the others are refused with `coinOrder.captureUnderWay`.
 */
export async function requestCapture(ctx: Context, ref: OrderRef, asked: CaptureRequest): Promise<CaptureRef> {
  const { order, attempt, amount } = await checked(ctx, ref, asked);
  const values = newCapture(ctx, { order, attempt, amount, asked });
  const seq = await nextPlace(ctx, ref);
  await insertCapture(ctx, { ...values, seq });
  await updateAttempt(ctx, attempt, {
    status: "capture_pending",
    nextQueryTime: queryDueAt(ctx, attempt.gatewayAccountId),
  });
  await moveOrder(ctx, order, captureAskedMove(order, attempt, values));
  // Queried as soon as its call has had its full time: the sending process may die.
  await ctx.enqueue({
    queue: attemptQueryQueue,
    data: { merchantId: order.merchantId, orderId: order.id, attemptId: attempt.id, asked: false },
    startAfterSeconds: await longestCallSeconds(ctx, attempt.gatewayAccountId),
  });
  return { merchantId: order.merchantId, orderId: order.id, attemptId: attempt.id, captureId: values.id };
}

/**
 * Sends a requested capture and applies the answer. It is marked as sent before the call, so that the query schedule
 * covers a crash. Sent again, as the sweep does when it did not arrive, it carries the same key and stays one capture.
 * With `ifUnsent` only a capture that was never sent is sent. Undefined where its outcome is known already.
 */
export async function sendCapture(
  node: OrderNode,
  caller: Requester,
  ref: CaptureRef,
  { ifUnsent = false }: { readonly ifUnsent?: boolean } = {},
): Promise<AppliedOutcome | undefined> {
  const capture = await transact(node, caller, (ctx) => markSent(ctx, ref, ifUnsent));
  const attempt = capture && (await readAttempt(node.db, ref));
  if (!attempt) return undefined;
  const { gatewayKey, isFinal } = capture;
  if (gatewayKey === null) throw new Error(`the capture ${capture.captureNo} has no key to be sent under`);
  const isOpen = async () => (await openCapture(node, ref))?.id === capture.id;
  const outcome = await callUnlessSuperseded(node, attempt, isOpen, (connector, account) =>
    connector.capture(account, {
      ...referenceOf(attempt),
      amount: amountOf(capture, capture.amount),
      isFinal,
      idempotencyKey: gatewayKey,
    }),
  );
  if (!outcome) return undefined;
  return transact(node, caller, async (ctx) => {
    // Another send of it may have succeeded: that this one was not processed decides nothing.
    const isUndecided = outcome.kind === "error" && (await sendsOf(ctx, ref)) > 1;
    // Nothing was sent: no money can appear for it later.
    const isUnsent = outcome.kind === "error" && !isUndecided && outcome.exchanges.length === 0;
    if (isUnsent) await updateCapture(ctx, capture, { sentTime: null, sendCount: 0 });
    return applyOutcome(ctx, ref, isUndecided ? { ...undecided, exchanges: outcome.exchanges } : outcome, "answer");
  });
}

const undecided = { kind: "unknown", reason: "reset", upstreamIntentId: null, upstreamAttemptId: null } as const;

/**
 * Requests a capture that the caller sends itself right after the commit. If the process dies before that, a job sends
 * it under the same key.
 */
export async function beginCapture(
  ctx: Context,
  ref: OrderRef,
  asked: CaptureRequest,
  along?: SameTransactionWrite,
): Promise<CaptureRef> {
  const requested = await requestCapture(ctx, ref, asked);
  const data = { ...requested, ifUnsent: true };
  await ctx.enqueue({ queue: captureQueue, data, startAfterSeconds: unsentAfterSeconds });
  await along?.(ctx, requested.captureId);
  return requested;
}
