import { claimingRefundStates } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { isZero, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { RefundOutcome, RefundQueryOutcome } from "../../gateways/connector/index.ts";
import { refundOfferOf } from "../../gateways/gateway-account/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { capturesOfOrders } from "../capture/index.ts";
import { keepReport } from "../order-outcome/index.ts";
import { isPutOff } from "../order-processing/index.ts";
import { lockOrder, type OrderRow } from "../order-record/index.ts";
import { type AttemptRow, attemptRows } from "../payment-attempt/index.ts";
import { lockDue } from "../payment-due/index.ts";
import {
  bookBounce,
  bookHold,
  bookRelease,
  bookSuccess,
  cutToCaptures,
  cutToHeld,
  excessOf,
} from "../refund-booking/index.ts";
import {
  lockRefund,
  type RefundChange,
  type RefundRef,
  type RefundRow,
  refundsOfOrders,
  updateRefund,
} from "../refund-record/index.ts";
import { settleDue } from "./refund-due.service.ts";
import { stepRefund } from "./refund-step.service.ts";
import {
  askWaits,
  type FailureCode,
  type RefundSource,
  type RefundVerdict,
  type RefundWord,
  refundVerdict,
  sendWaits,
  waitOf,
} from "./refund-verdict.policy.ts";

/** What a gateway said of a refund, however it was asked. */
export type RefundSaying = RefundOutcome | RefundQueryOutcome;

/** Where a gateway is asked about a refund. */
export const refundAskQueue = "refund.ask";

/** What became of a refund by a word about it. */
export interface AppliedRefund {
  readonly refund: RefundRow;
  /** Nothing that was not known. */
  readonly isIgnored: boolean;
}

/** Refusals of our own side that no second try mends. */
const lasting: readonly string[] = ["amount_not_representable", "invalid_amount", "invalid_transaction"];

/** What decides something in what a gateway said. */
function wordOf(refund: RefundRow, saying: RefundSaying): RefundWord {
  switch (saying.kind) {
    case "succeeded":
      // Another amount than ours is nobody's success.
      return saying.amount === null || isOurAmount(refund, saying.amount) ? { kind: "succeeded" } : { kind: "unknown" };
    case "pending":
    case "reversed":
    case "not_found":
      return { kind: saying.kind };
    case "unknown":
      return { kind: "unknown" };
    case "failed":
      return { kind: "failed", code: saying.failureCode };
    case "refused":
      return { kind: "refused", code: saying.upstreamCode };
    case "error":
      return { kind: "error", isLasting: lasting.includes(saying.code), isPutOff: isPutOff(saying) };
  }
}

const isOurAmount = (
  { amount, currency }: RefundRow,
  told: { readonly amountMinor: bigint; readonly currency: string },
) => told.currency === currency && String(told.amountMinor) === amount;

/** What a report tells of a refund whatever it means. */
function factsOf(saying: RefundSaying): RefundChange {
  const known = <V>(value: V | null | undefined): value is V => value !== null && value !== undefined;
  return {
    ...("upstreamRefundId" in saying && known(saying.upstreamRefundId)
      ? { upstreamRefundId: saying.upstreamRefundId, doubts: 0 }
      : {}),
    ...("arn" in saying && known(saying.arn) ? { arn: saying.arn } : {}),
  };
}

const messageOf = (saying: RefundSaying): string | null => {
  const said =
    "upstreamMessage" in saying ? saying.upstreamMessage : "failureCode" in saying ? saying.failureCode : null;
  return said?.slice(0, 500) ?? null;
};

interface Held {
  readonly order: OrderRow;
  readonly refund: RefundRow;
  readonly attempt: AttemptRow;
  readonly saying: RefundSaying;
}

/**
 * Takes in what a gateway said of a refund, in the caller's transaction. Answers, notifications and questions all come
 * through here, so that they converge in any order and number. Calls no gateway.
 */
export async function applyRefund(
  ctx: Context,
  ref: RefundRef,
  saying: RefundSaying,
  source: RefundSource,
): Promise<AppliedRefund> {
  const order = await lockOrder(ctx, ref);
  const refund = await lockRefund(ctx, ref);
  const attempt = (await attemptRows(ctx, ref.merchantId, ref.orderId)).find(({ id }) => id === refund.attemptId);
  if (!attempt) throw new Error(`the refund ${refund.refundNo} has no attempt`);
  await keepReport(ctx, attempt, saying);
  const verdict = refundVerdict(refund, wordOf(refund, saying), source);
  const after = await carryOut(ctx, { order, refund, attempt, saying }, verdict, source);
  if ("amount" in saying && saying.amount !== null && !isOurAmount(refund, saying.amount))
    await alarm(
      ctx,
      refund,
      "refund.amountMismatch",
      `the gateway refunded ${toWire(saying.amount)} ${saying.amount.currency}`,
    );
  return { refund: after, isIgnored: verdict.do === "nothing" };
}

async function carryOut(ctx: Context, held: Held, verdict: RefundVerdict, source: RefundSource): Promise<RefundRow> {
  switch (verdict.do) {
    case "nothing":
      return noteFacts(ctx, held);
    case "succeed":
      return succeed(ctx, held);
    case "revive":
      return revive(ctx, held);
    case "fail":
      return fail(ctx, held, verdict.code);
    case "bounce":
      return bounce(ctx, held);
    case "ask":
      return askAgain(ctx, held, source);
    case "resend":
      return sendAgain(ctx, held);
    case "alarm":
      await alarm(ctx, held.refund, "refund.unexpected", `the gateway made a refund that is ${held.refund.status}`);
      return held.refund;
  }
}

/** A number that was missing is kept, whatever else the word says. */
async function noteFacts(ctx: Context, { refund, saying }: Held): Promise<RefundRow> {
  const { doubts: _doubts, ...facts } = factsOf(saying);
  const news = Object.entries(facts).filter(([name, value]) => value !== refund[name as keyof RefundRow]);
  return news.length === 0 ? refund : updateRefund(ctx, refund, Object.fromEntries(news));
}

const ended = (ctx: Context) => ({ finishedTime: ctx.now.toISOString(), nextRetryTime: null, doubts: 0 });

/** What the gateway keeps for a refund, by what is agreed with it now. */
async function costOf(ctx: Context, { refund, attempt }: Held) {
  const { gatewayAccountId, currency } = refund;
  const { cost } = await refundOfferOf(ctx, { gatewayAccountId, method: attempt.paymentMethod, currency });
  return cost === null ? zero(currency) : fromWire(cost, currency);
}

async function succeed(ctx: Context, held: Held, action: "succeed" | "revive" = "succeed"): Promise<RefundRow> {
  const { order, refund, saying } = held;
  const { handling, returned } = await bookSuccess(ctx, refund, {
    isFree: refund.dueId !== null,
    cost: await costOf(ctx, held),
  });
  const orderChange = await settleDue(ctx, order, refund, 1n);
  return stepRefund(ctx, {
    order,
    before: refund,
    action,
    change: {
      ...factsOf(saying),
      ...ended(ctx),
      succeededTime: ctx.now.toISOString(),
      failureCode: null,
      failureMessage: null,
      handlingFee: toWire(handling.fee),
      handlingFeeTax: toWire(handling.tax),
      returnedFee: toWire(returned.fee),
      returnedFeeTax: toWire(returned.tax),
    },
    title: action === "revive" ? "eventRefundRevived" : "eventRefundSucceeded",
    told: { actor: { type: "gateway" } },
    event: "refund.succeeded",
    orderChange,
  });
}

/**
 * The gateway made a refund after all that it had refused. Where another one took its place meanwhile, the money is gone
 * beyond what was captured: only what is still there counts as given back, the rest is booked as in suspense, and people
 * are told.
 */
async function revive(ctx: Context, held: Held): Promise<RefundRow> {
  const room = await roomFor(ctx, held.refund);
  const isBeyond = !isZero(excessOf({ ...held.refund, ...room }));
  if (isBeyond)
    await alarm(
      ctx,
      held.refund,
      "refund.beyondCaptured",
      "the gateway made a refund that was refused and made again since",
    );
  const excessAmount = toWire(excessOf({ ...held.refund, ...room }));
  const change = {
    ...(isBeyond ? { settleAmount: room.settleAmount, parts: room.parts, excessAmount } : {}),
    ...((await isMadeAgain(ctx, held.refund)) ? { retryOf: null } : {}),
  };
  const refund = Object.keys(change).length === 0 ? held.refund : await updateRefund(ctx, held.refund, change);
  await bookHold(ctx, refund, "revived");
  return succeed(ctx, { ...held, refund }, "revive");
}

/** What a refund gives back as far as it is still there to be claimed. */
async function roomFor(ctx: Context, refund: RefundRow) {
  const { merchantId, orderId, dueId, sourceBucket } = refund;
  if (dueId !== null && sourceBucket === "payer_funds")
    return cutToHeld(refund, (await lockDue(ctx, { merchantId, id: dueId })).heldAmount);
  return cutToCaptures(refund, await capturesOfOrders(ctx, merchantId, [orderId]));
}

/** Whether what a refund makes again was made again by another one since: only one keeps the link. */
async function isMadeAgain(ctx: Context, { merchantId, orderId, id, retryOf }: RefundRow): Promise<boolean> {
  if (retryOf === null) return false;
  const refunds = await refundsOfOrders(ctx, merchantId, [orderId]);
  return refunds.some((one) => one.id !== id && one.retryOf === retryOf && claimingRefundStates.includes(one.status));
}

async function fail(ctx: Context, { order, refund, saying }: Held, code: FailureCode): Promise<RefundRow> {
  await bookRelease(ctx, refund);
  return stepRefund(ctx, {
    order,
    before: refund,
    action: "fail",
    change: { ...factsOf(saying), ...ended(ctx), failureCode: code, failureMessage: messageOf(saying) },
    title: "eventRefundFailed",
    told: { detail: { failure: code }, actor: { type: "gateway" } },
    event: "refund.failed",
  });
}

async function bounce(ctx: Context, { order, refund, saying }: Held): Promise<RefundRow> {
  await bookBounce(ctx, refund);
  const orderChange = await settleDue(ctx, order, refund, -1n);
  return stepRefund(ctx, {
    order,
    before: refund,
    action: "bounce",
    change: {
      ...ended(ctx),
      isReversed: true,
      failureCode: "returned_by_bank",
      failureMessage: messageOf(saying),
    },
    title: "eventRefundBounced",
    told: { actor: { type: "gateway" } },
    event: "refund.reversed",
    orderChange,
  });
}

/** When the outcome of a refund has been unknown for a day, people hear of it; it is never taken for failed. */
const doubtedPlace = askWaits.length - 1;

async function askAgain(ctx: Context, { refund, saying }: Held, source: RefundSource): Promise<RefundRow> {
  if (refund.status !== "processing") {
    const { merchantId, orderId, id: refundId } = refund;
    await ctx.enqueue({ queue: refundAskQueue, data: { merchantId, orderId, refundId } });
    return refund;
  }
  const place = refund.queryCount;
  if (place === doubtedPlace && saying.kind === "unknown")
    await alarm(ctx, refund, "refund.unknown", "the gateway has not told for a day what became of the refund");
  const next = new Date(ctx.now.getTime() + waitOf(askWaits, place) * 1000).toISOString();
  return updateRefund(ctx, refund, {
    ...factsOf(saying),
    queryCount: source === "query" ? place + 1 : place,
    nextRetryTime: next,
  });
}

/** The last send did provably not arrive: another one follows under the same key. */
async function sendAgain(ctx: Context, { refund, saying }: Held): Promise<RefundRow> {
  const isOurs = saying.kind === "error" && isPutOff(saying);
  const wait = isOurs ? 30 : waitOf(sendWaits, Math.max(0, refund.attempts - 1));
  return updateRefund(ctx, refund, {
    doubts: 0,
    attempts: isOurs ? Math.max(0, refund.attempts - 1) : refund.attempts,
    failureMessage: messageOf(saying),
    nextRetryTime: new Date(ctx.now.getTime() + wait * 1000).toISOString(),
  });
}

/** What nobody can settle by rule, for people to see, once for each refund. */
async function alarm(ctx: Context, refund: RefundRow, eventType: string, message: string): Promise<void> {
  const { merchantId, orderId, orderNo, refundNo, amount, currency } = refund;
  await recordException(ctx, {
    source: "connector",
    eventType,
    objectType: "order",
    objectId: orderId,
    merchantId,
    level: "critical",
    message: `${orderNo} ${refundNo}: ${message}`,
    payload: { orderNo, refundNo, amount, currency },
  });
}
