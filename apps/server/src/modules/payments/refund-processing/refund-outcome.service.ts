import { claimingRefundStates } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { refundSupportOf } from "../../gateways/gateway-account/index.ts";
import { capturesOfOrders } from "../capture/index.ts";
import { keepReport } from "../order-outcome/index.ts";
import { isPutOff } from "../order-processing/index.ts";
import { lockOrder, type OrderRow } from "../order-record/index.ts";
import { type AttemptRow, attemptRows } from "../payment-attempt/index.ts";
import { lockDue } from "../payment-due/index.ts";
import { bookHold, bookRelease, bookSuccess, cutToCaptures, cutToHeld, excessOf } from "../refund-booking/index.ts";
import {
  lockRefund,
  type RefundChange,
  type RefundRef,
  type RefundRow,
  refundsOfOrders,
  updateRefund,
} from "../refund-record/index.ts";
import { alarm } from "./refund-alarm.service.ts";
import { noteOther } from "./refund-beside.service.ts";
import { requeueDue, settleDue } from "./refund-due.service.ts";
import { isNewNumber, madeBeside, madeOf } from "./refund-made.service.ts";
import {
  factsOf,
  isOurAmount,
  messageOf,
  otherRefundOf,
  type ReportedRefund,
  refundDiscrepancy,
  returnOf,
  toldInVain,
  wordOf,
} from "./refund-report.service.ts";
import { retellRefund } from "./refund-retold.service.ts";
import { takeReturn } from "./refund-return.service.ts";
import { endRefund } from "./refund-suspense.service.ts";
import {
  askWaits,
  type RefundFailureReason,
  type RefundReportSource,
  type RefundVerdict,
  refundVerdict,
  sendWaits,
  waitOf,
} from "./refund-verdict.policy.ts";

export type { ReportedRefund } from "./refund-report.service.ts";

/** Queue of gateway queries about refunds. */
export const refundAskQueue = "refund.ask";

/** The result of applying a gateway's report to a refund. */
export interface AppliedRefundOutcome {
  readonly refund: RefundRow;
  /** The report contained nothing new. */
  readonly isIgnored: boolean;
}

/** A refund locked behind its order, and a report about it. */
export interface LockedRefund {
  readonly order: OrderRow;
  readonly refund: RefundRow;
  readonly attempt: AttemptRow;
  readonly report: ReportedRefund;
}

/**
 * Applies a gateway's report about a refund, in the caller's transaction. Answers, notifications and queries all come
 * here, so that they converge in any order and number. Calls no gateway.
 */
export async function applyRefund(
  ctx: Context,
  ref: RefundRef,
  report: ReportedRefund,
  source: RefundReportSource,
): Promise<AppliedRefundOutcome> {
  const order = await lockOrder(ctx, ref);
  const refund = await lockRefund(ctx, ref);
  const attempt = (await attemptRows(ctx, ref.merchantId, ref.orderId)).find(({ id }) => id === refund.attemptId);
  if (!attempt) throw new Error(`the refund ${refund.refundNo} has no attempt`);
  await keepReport(ctx, attempt, report);
  const other = otherRefundOf(refund, report);
  // A success under a new number is this refund's own while none of its money is with the payer.
  const isOwn = report.kind === "succeeded" && refund.status !== "succeeded" && isNewNumber(refund, other);
  if (other !== null && !isOwn)
    return { refund: await noteOther(ctx, { order, refund, report }, other), isIgnored: false };
  const verdict = refundVerdict(refund, wordOf(refund, report), source);
  const after = await carryOutRefund(ctx, { order, refund, attempt, report }, verdict, source);
  await tellOfOther(ctx, refund, report);
  return { refund: after, isIgnored: verdict.do === "nothing" };
}

/** Raises an alarm for a refund over another amount than requested, and for a success that cannot be the refund's. */
async function tellOfOther(ctx: Context, refund: RefundRow, report: ReportedRefund): Promise<void> {
  if (!("amount" in report) || report.amount === null || isOurAmount(refund, report.amount)) return;
  const isInVain = refund.status === "processing" && toldInVain(refund, report).toldCurrency !== undefined;
  const said = `the gateway refunded ${toWire(report.amount)} ${report.amount.currency}`;
  await alarm(
    ctx,
    refund,
    isInVain ? "refund.toldOtherwise" : "refund.amountMismatch",
    isInVain ? `${said}, which is no answer to what it was asked: say on the refund how it ended` : said,
  );
}

/** Applies the verdict on a report to a locked refund. */
export async function carryOutRefund(
  ctx: Context,
  held: LockedRefund,
  verdict: RefundVerdict,
  source: RefundReportSource,
): Promise<RefundRow> {
  switch (verdict.do) {
    case "nothing":
      return noteFacts(ctx, held);
    case "succeed":
      return succeed(ctx, held);
    case "revive":
      return revive(ctx, held);
    case "retell":
      return retell(ctx, held);
    case "fail":
      return fail(ctx, held, verdict.code);
    case "bounce":
      return takeReturn(ctx, held, returnOf(held.report));
    case "ask":
      return askAgain(ctx, held, source);
    case "resend":
      return sendAgain(ctx, held);
    case "alarm":
      await alarm(ctx, held.refund, "refund.unexpected", `the gateway made a refund that is ${held.refund.status}`);
      return held.refund;
  }
}

/** Stores a missing gateway number, whatever else the report says; not for a refund that was never sent. */
async function noteFacts(ctx: Context, { refund, report }: LockedRefund): Promise<RefundRow> {
  if (refund.attempts === 0) return refund;
  const { doubts: _doubts, ...facts } = factsOf(report);
  const news = Object.entries(facts).filter(([name, value]) => value !== refund[name as keyof RefundRow]);
  return news.length === 0 ? refund : updateRefund(ctx, refund, Object.fromEntries(news));
}

const ended = (ctx: Context) => ({ finishedTime: ctx.now.toISOString(), nextRetryTime: null, doubts: 0 });

/** The gateway's cost of a refund, by its present terms. */
async function costOf(ctx: Context, { refund, attempt }: LockedRefund) {
  const { gatewayAccountId, currency } = refund;
  const { cost } = await refundSupportOf(ctx, { gatewayAccountId, method: attempt.paymentMethod, currency });
  return cost === null ? zero(currency) : fromWire(cost, currency);
}

/**
 * Ends the refund with the amount that its gateway returned. Of less than requested, the rest is released; more is
 * booked to suspense until two people decide who bears it.
 */
async function atPaid(ctx: Context, held: LockedRefund): Promise<LockedRefund> {
  const { refund } = held;
  const paid = refundDiscrepancy(held);
  if (paid === null) return held;
  await bookRelease(ctx, refund);
  const after = await updateRefund(ctx, refund, await changeAt(ctx, refund, paid));
  await bookHold(ctx, after, "paid");
  return { ...held, refund: after };
}

/** The refund's values for the amount its gateway returned, as far as it can still be claimed. */
async function changeAt(ctx: Context, refund: RefundRow, paid: Money): Promise<RefundChange> {
  const amount = toWire(paid);
  const room = await roomFor(ctx, refund, paid);
  const excessAmount = toWire(excessOf({ ...refund, amount, ...room }));
  const asked = refund.askedAmount ?? refund.amount;
  return { ...room, amount, excessAmount, askedAmount: asked === amount ? null : asked };
}

async function succeed(ctx: Context, told: LockedRefund, again?: { readonly part: string }): Promise<RefundRow> {
  const held = again ? told : await atPaid(ctx, told);
  const { order, refund, report } = held;
  const wasCharged = refund.succeededTime !== null;
  const { handling, returned } = await bookSuccess(ctx, refund, {
    isFree: refund.dueId !== null || wasCharged,
    cost: await costOf(ctx, held),
    part: wasCharged ? (again?.part ?? "") : "",
  });
  const plus = (before: string, more: Money) => toWire(add(fromWire(before, more.currency), more));
  const orderChange = await settleDue(ctx, order, refund, 1n);
  return endRefund(ctx, {
    order,
    before: refund,
    action: again ? "revive" : "succeed",
    change: {
      ...factsOf(report),
      ...ended(ctx),
      succeededTime: ctx.now.toISOString(),
      failureCode: null,
      failureMessage: null,
      handlingFee: plus(refund.handlingFee, handling.fee),
      handlingFeeTax: plus(refund.handlingFeeTax, handling.tax),
      returnedFee: plus(refund.returnedFee, returned.fee),
      returnedFeeTax: plus(refund.returnedFeeTax, returned.tax),
    },
    title: again ? "eventRefundRevived" : "eventRefundSucceeded",
    timeline: { actor: { type: "gateway" } },
    event: "refund.succeeded",
    orderChange,
  });
}

/**
 * The gateway made a refund after all that it had refused. Where another took its place meanwhile, only what is still
 * refundable counts as returned; the rest is booked to suspense, and an alarm is raised.
 */
async function revive(ctx: Context, held: LockedRefund): Promise<RefundRow> {
  const { amount, currency } = held.refund;
  const otherwise = await changeAt(ctx, held.refund, refundDiscrepancy(held) ?? fromWire(amount, currency));
  const isBeyond = otherwise.excessAmount !== "0";
  if (isBeyond)
    await alarm(
      ctx,
      held.refund,
      "refund.beyondCaptured",
      "the gateway made a refund that was refused, and gave back more than is left of it",
    );
  const { askedAmount, ...beyond } = otherwise;
  const change = {
    ...(isBeyond ? beyond : {}),
    ...(refundDiscrepancy(held) ? otherwise : {}),
    ...(held.refund.isReversed ? afterItsReturn(held.refund, otherwise) : {}),
    ...((await isMadeAgain(ctx, held.refund)) ? { retryOf: null } : {}),
  };
  const refund = Object.keys(change).length === 0 ? held.refund : await updateRefund(ctx, held.refund, change);
  const part = held.refund.isReversed ? `again-${held.refund.version}` : "revived";
  await bookHold(ctx, refund, part);
  return succeed(ctx, { ...held, refund }, { part });
}

/**
 * A refund made again after its money was returned: the returned one is kept beside it, and no one bears an excess
 * yet.
 */
const afterItsReturn = (refund: RefundRow, { excessAmount }: Pick<RefundChange, "excessAmount">): RefundChange => ({
  isReversed: false,
  excessAmount,
  excessCause: null,
  excessNote: null,
  excessUserName: null,
  excessTime: null,
  others: madeOf(refund).map((one) => ({ ...one, back: one.back ?? "told" })),
});

/** The gateway corrects the amount of a paid refund. */
async function retell(ctx: Context, held: LockedRefund): Promise<RefundRow> {
  const told = refundDiscrepancy(held);
  if (told === null) return held.refund;
  return retellRefund(ctx, held.order, held.refund, { told: add(told, madeBeside(held.refund)) });
}

/** The part of a refund that its gateway returned and that can still be claimed. */
async function roomFor(ctx: Context, refund: RefundRow, paid: Money) {
  const { merchantId, orderId, dueId, sourceBucket } = refund;
  if (dueId !== null && sourceBucket === "payer_funds")
    return cutToHeld(refund, (await lockDue(ctx, { merchantId, id: dueId })).heldAmount, paid);
  return cutToCaptures(refund, await capturesOfOrders(ctx, merchantId, [orderId]), paid);
}

/** Whether another refund has repeated the one that this repeats: only one keeps the link. */
async function isMadeAgain(ctx: Context, { merchantId, orderId, id, retryOf }: RefundRow): Promise<boolean> {
  if (retryOf === null) return false;
  const refunds = await refundsOfOrders(ctx, merchantId, [orderId]);
  return refunds.some((one) => one.id !== id && one.retryOf === retryOf && claimingRefundStates.includes(one.status));
}

async function fail(
  ctx: Context,
  { order, refund, report }: LockedRefund,
  code: RefundFailureReason,
): Promise<RefundRow> {
  await bookRelease(ctx, refund);
  await requeueDue(ctx, refund);
  return endRefund(ctx, {
    order,
    before: refund,
    action: "fail",
    change: { ...factsOf(report), ...ended(ctx), failureCode: code, failureMessage: messageOf(report) },
    title: "eventRefundFailed",
    timeline: { detail: { failure: code }, actor: { type: "gateway" } },
    event: "refund.failed",
  });
}

/** After a day without a known outcome an alarm is raised daily; the refund never counts as failed. */
const doubtedPlace = askWaits.length - 1;
/** Some banks take ten working days: after two weeks a pending refund raises an alarm daily. */
const pendingPlace = doubtedPlace + 14;

async function askAgain(
  ctx: Context,
  { refund, report }: LockedRefund,
  source: RefundReportSource,
): Promise<RefundRow> {
  if (refund.status !== "processing") {
    const { merchantId, orderId, id: refundId } = refund;
    // A refund under another number is queried by that number.
    const upstreamRefundId = otherRefundOf(refund, report) ?? undefined;
    await ctx.enqueue({ queue: refundAskQueue, data: { merchantId, orderId, refundId, upstreamRefundId } });
    return refund;
  }
  const place = refund.queryCount;
  if (place >= doubtedPlace && report.kind !== "pending")
    await alarm(ctx, refund, "refund.unknown", "the gateway has not told for a day what became of the refund");
  if (place >= pendingPlace && report.kind === "pending")
    await alarm(ctx, refund, "refund.pending", "the gateway has called the refund pending for two weeks");
  const next = new Date(ctx.now.getTime() + waitOf(askWaits, place) * 1000).toISOString();
  return updateRefund(ctx, refund, {
    ...factsOf(report),
    ...toldInVain(refund, report),
    queryCount: source === "query" ? place + 1 : place,
    nextRetryTime: next,
  });
}

/** The last send provably did not arrive: the next one uses the same key. */
async function sendAgain(ctx: Context, { refund, report }: LockedRefund): Promise<RefundRow> {
  const isOurs = report.kind === "error" && isPutOff(report);
  const wait = isOurs ? 30 : waitOf(sendWaits, Math.max(0, refund.attempts - 1));
  return updateRefund(ctx, refund, {
    doubts: 0,
    attempts: isOurs ? Math.max(0, refund.attempts - 1) : refund.attempts,
    failureMessage: messageOf(report),
    nextRetryTime: new Date(ctx.now.getTime() + wait * 1000).toISOString(),
  });
}
