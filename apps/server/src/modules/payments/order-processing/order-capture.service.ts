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

/** How much to take; the whole of what is left unless told, and whether the rest is given back. */
export interface CaptureRequest {
  readonly amount?: Money | null;
  readonly final?: boolean;
  readonly reason?: string | null;
}

/** When a capture that was written down and never sent is sent. */
const unsentAfterSeconds = 60;

const amountOf = (row: { readonly currency: string }, minor: string): Money => fromWire(minor, row.currency);

/** Refuses to leave a rest for later where the gateway captures a payment once: it would give the rest back. */
async function assertSeveralCaptures({ db }: Context, attempt: AttemptRow): Promise<void> {
  if (await isCapable({ db }, { ...attempt, capability: "multi_capture" })) return;
  throw refuse("coinOrder.singleCaptureOnly");
}

/** What of an order a capture takes, checked against what is reserved. */
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

/** A capture as it is asked for, and the step that makes of its order. */
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
    // Made once, here: no other capture is ever sent under it.
    gatewayKey: captureNo,
    askedTime: ctx.now.toISOString(),
  };
}

/**
 * Writes a capture down as asked for, in the caller's transaction; {@link sendCapture} is to follow. Of several at the
 * same moment one goes through: the others are refused with
 * `coinOrder.captureUnderWay`.
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
  // Asked after as soon as its call has had all its time: whoever sends it may die on the way.
  await ctx.enqueue({
    queue: attemptQueryQueue,
    data: { merchantId: order.merchantId, orderId: order.id, attemptId: attempt.id, asked: false },
    startAfterSeconds: await longestCallSeconds(ctx, attempt.gatewayAccountId),
  });
  return { merchantId: order.merchantId, orderId: order.id, attemptId: attempt.id, captureId: values.id };
}

/**
 * Sends a capture that was asked for, and takes the answer in. It is marked as sent before the call, so that a process
 * that dies leaves it to be asked about; sent again, as the sweep does with one that did not arrive, it carries the same
 * key and stays one capture. With `ifUnsent` only a capture that nobody sent is. Answers nothing where its outcome is known
 * already.
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
    // Another send of it may have gone through: that this one was not processed decides nothing.
    const isUndecided = outcome.kind === "error" && (await sendsOf(ctx, ref)) > 1;
    // Nothing left this house: no money can come to light of it later.
    const isUnsent = outcome.kind === "error" && !isUndecided && outcome.exchanges.length === 0;
    if (isUnsent) await updateCapture(ctx, capture, { sentTime: null, sendCount: 0 });
    return applyOutcome(ctx, ref, isUndecided ? { ...undecided, exchanges: outcome.exchanges } : outcome, "answer");
  });
}

const undecided = { kind: "unknown", reason: "reset", upstreamIntentId: null, upstreamAttemptId: null } as const;

/**
 * Asks for a capture that the caller sends itself as soon as the transaction is committed. Should its process end before
 * that, a job sends it, under the same key.
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
