import { refundLifecycle } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { refundCostAccrued } from "@countinghouse/ledger/capture.postings.ts";
import { feeReturned, refundFeeCharged, refundHeld, refundSucceeded } from "@countinghouse/ledger/refund.postings.ts";
import { currency as codeOf } from "@countinghouse/money/currency.ts";
import { add, exceeds, type Money, money, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { previousOf } from "../../modules/integration/webhook/index.ts";
import type { CaptureRow } from "../../modules/payments/capture/index.ts";
import type { AttemptRow } from "../../modules/payments/payment-attempt/index.ts";
import {
  allotRefund,
  convertAtCurrentRate,
  countedOf,
  feesOf,
  type RefundBearer,
  type RefundShare,
  refundableOf,
  refundBearerOf,
} from "../../modules/payments/refund-booking/index.ts";
import {
  dueDateOf,
  ofPayment,
  ofRequest,
  refundEntryOf,
  reviewCauseOf,
} from "../../modules/payments/refund-processing/index.ts";
import { type RefundRow, refundObject } from "../../modules/payments/refund-record/index.ts";
import type { Context } from "../../platform/http/context.ts";
import type { DemoRefundPlan } from "../demo-plan.ts";
import { dayMs } from "../seed-context.ts";
import type { MerchantHistory } from "./history-merchant.ts";
import { type HistoryOrder, move } from "./history-order.ts";

/** What takes a second person has been decided by now, where it is older. */
const waitingDays = 4;

/** What is closed and not settled yet of a currency, and whether a capture is settled; told by whoever settles. */
export interface SettledSoFar {
  batched(currency: string): Money;
  isSettled(captureId: string): boolean;
}

interface PlannedRefund {
  readonly order: HistoryOrder;
  readonly attempt: AttemptRow;
  readonly shares: readonly RefundShare<CaptureRow>[];
  readonly amount: Money;
  readonly settle: Money;
  readonly bearer: RefundBearer["bucket"];
}

/** What of an order goes back, where its gateway gives it back and the merchant has it; nothing else is asked for. */
async function planned(
  history: MerchantHistory,
  order: HistoryOrder,
  { percent }: DemoRefundPlan,
  settled: SettledSoFar,
): Promise<PlannedRefund | undefined> {
  const { row, captures } = order;
  const amount = money((BigInt(row.capturedAmount) * BigInt(percent)) / 100n, row.currency);
  const attempt = order.attempts.find(({ id }) => id === captures[0]?.attemptId);
  if (row.status !== "paid" || !attempt || exceeds(amount, refundableOf(captures, row.currency, zero(row.currency))))
    return undefined;
  const support = await history.prices.refundSupport(attempt);
  const isOver =
    support.windowDays !== null && history.now.getTime() > Date.parse(row.paidTime ?? "") + support.windowDays * dayMs;
  if (isOver || (percent < 100 && !support.inParts)) return undefined;
  const shares = allotRefund(captures, amount);
  const code = shares?.[0]?.capture.settleCurrency;
  if (!shares || !code) return undefined;
  const settle = shares.reduce((sum, share) => add(sum, share.settle), zero(code));
  const { handling } = feesOf(shares, settle, false);
  const pending = history.book.balance("pending", code);
  const balances = {
    pending: money(pending.amountMinor - settled.batched(code).amountMinor, code),
    available: history.book.balance("available", code),
  };
  const isSettled = shares.some(({ capture }) => settled.isSettled(capture.id));
  const needed = add(settle, add(handling.fee, handling.tax));
  const bearer = refundBearerOf(balances, needed, { isSettled, source: "auto", negativeLimit: zero(code) });
  return bearer.isCovered ? { order, attempt, shares, amount, settle, bearer: bearer.bucket } : undefined;
}

function rowOf(
  ctx: Context,
  { order, attempt, shares, amount, settle, bearer }: PlannedRefund,
  { reason }: DemoRefundPlan,
): RefundRow {
  const asked = {
    ...ofPayment(order.row, attempt),
    ...ofRequest(ctx, order.row, { reason }),
    currency: amount.currency,
    amount: toWire(amount),
    askedAmount: null,
    settleCurrency: settle.currency,
    settleAmount: toWire(settle),
    fxRate: shares[0]?.capture.fxRate ?? null,
    parts: shares.map(({ capture, amount: part, settle: taken }) => ({
      captureId: capture.id,
      captureNo: capture.captureNo,
      amount: toWire(part),
      settleAmount: toWire(taken),
    })),
    sourceBucket: bearer,
    dueDate: bearer === "pending" ? dueDateOf({ shares }, ctx.now) : null,
    handlingFee: "0",
    handlingFeeTax: "0",
    returnedFee: "0",
    returnedFeeTax: "0",
    isReversed: false,
    excessAmount: "0",
    excessCause: null,
    status: refundLifecycle.initial,
    reviewCause: null,
    arn: null,
    failureCode: null,
    failureMessage: null,
    succeededTime: null,
    finishedTime: null,
    nextRetryTime: null,
    doubts: 0,
    attempts: 0,
    eventSeq: 1,
    version: 1,
  };
  return asked as unknown as RefundRow;
}

/** Gives money back, as `requestRefund` and `sendRefund` do; what takes a second person stays waiting for one. */
export async function refund(
  history: MerchantHistory,
  order: HistoryOrder,
  plan: DemoRefundPlan,
  settled: SettledSoFar,
): Promise<void> {
  const ctx = history.ctx();
  const found = await planned(history, order, plan, settled);
  if (!found) return;
  const { merchant } = history.settings;
  const { shares, amount, settle } = found;
  const cause = await reviewCauseOf(ctx, {
    ...found,
    order: order.row,
    merchant,
    refundable: amount,
    fxRate: null,
    refundableUntil: null,
  });
  if (cause !== null && plan.at < history.platform.clock.now().getTime() - waitingDays * dayMs) return;
  const row = rowOf(ctx, found, plan);
  if (cause !== null) Object.assign(row, { reviewCause: cause, status: refundLifecycle.actions.hold.to });
  order.refunds.push(row);
  history.rows.add("orderRefunds", row);
  history.sealLast("orderRefunds", row);
  for (const share of shares) count(share.capture, "refundClaimed", share.amount, "refundClaimedSettle", share.settle);
  const bearer = { merchantId: row.merchantId, bucket: found.bearer };
  const post = (entries: Parameters<typeof history.book.post>[1]["entries"]) =>
    history.book.post(ctx, {
      entries,
      eventId: row.id,
      orderId: row.orderId,
      effectiveDate: ctx.now.toISOString().slice(0, 10),
      description: `${row.orderNo} ${row.refundNo}`,
      dueDate: row.dueDate ?? ctx.now.toISOString().slice(0, 10),
    });
  post([refundHeld({ ...bearer, amount: settle })]);
  const step = { objectId: row.id, from: null, action: "add", to: row.status };
  const entry = refundEntryOf(row, cause === null ? "eventRefundRequested" : "eventRefundReview", {
    step,
    detail: { reason: row.reason },
  });
  move(history, ctx, order, {
    change: { refundedAmount: refunded(order), refundStatus: "processing" },
    timeline: [entry],
    event: undefined,
  });
  tellOfRefund(history, row, "refund.created");
  if (cause === null) await succeed(history, ctx, found, row, post);
}

const count = (
  capture: CaptureRow,
  whole: "refundClaimed" | "refundedAmount",
  amount: Money,
  part: "refundClaimedSettle" | "returnedFee",
  settle: Money,
): void => {
  capture[whole] = String(BigInt(capture[whole]) + amount.amountMinor);
  capture[part] = String(BigInt(capture[part]) + settle.amountMinor);
};

/** What of an order went back. */
const refunded = ({ refunds }: HistoryOrder): string =>
  String(refunds.reduce((sum, row) => (row.status === "succeeded" ? sum + countedOf(row).amountMinor : sum), 0n));

type Post = (entries: Parameters<MerchantHistory["book"]["post"]>[1]["entries"]) => unknown;

async function succeed(
  history: MerchantHistory,
  ctx: Context,
  { order, attempt, shares, settle, bearer: bucket }: PlannedRefund,
  row: RefundRow,
  post: Post,
): Promise<void> {
  const { merchantId, gatewayAccountId } = row;
  const at = ctx.now.toISOString();
  const sent = { objectId: row.id, from: row.status, action: "send", to: refundLifecycle.actions.send.to };
  Object.assign(row, { status: refundLifecycle.actions.send.to, attempts: 1, version: 2 });
  const told = refundEntryOf(row, "eventRefundSent", { step: sent, visibility: "operator" });
  move(history, ctx, order, { change: {}, timeline: [told], event: undefined });
  const before = { ...row };
  const { handling, returned, each, taxCountry } = feesOf(shares, settle, false);
  const { cost } = await history.prices.refundSupport(attempt);
  const atGateway = countedOf(row);
  const isCrossing = row.currency !== row.settleCurrency;
  const converted = isCrossing
    ? { atGateway, worthToday: (await convertAtCurrentRate(ctx, atGateway, row.settleCurrency)) ?? settle }
    : null;
  const of = { merchantId, bucket };
  post([
    refundSucceeded({ merchantId, gatewayAccountId, amount: settle, converted }),
    refundFeeCharged({ ...of, ...handling, taxCountry }),
    feeReturned({ ...of, ...returned, taxCountry }),
    refundCostAccrued({
      merchantId,
      gatewayAccountId,
      amount: cost === null ? zero(codeOf(row.currency)) : fromWire(cost, row.currency),
    }),
  ]);
  for (const { share, back } of each) {
    count(share.capture, "refundedAmount", share.amount, "returnedFee", back.fee);
    share.capture.returnedFeeTax = String(BigInt(share.capture.returnedFeeTax) + back.tax.amountMinor);
  }
  Object.assign(row, {
    status: refundLifecycle.actions.succeed.to,
    upstreamRefundId: `re_${row.refundNo.slice(2)}`,
    succeededTime: at,
    finishedTime: at,
    handlingFee: toWire(handling.fee),
    handlingFeeTax: toWire(handling.tax),
    returnedFee: toWire(returned.fee),
    returnedFeeTax: toWire(returned.tax),
    eventSeq: 2,
    version: 3,
  });
  const step = { objectId: row.id, from: before.status, action: "succeed", to: row.status };
  const entry = refundEntryOf(row, "eventRefundSucceeded", { step, actor: { type: "gateway" } });
  const paid = refunded(order);
  const refundStatus = BigInt(paid) >= BigInt(order.row.capturedAmount) ? "full" : "partial";
  move(history, ctx, order, { change: { refundedAmount: paid, refundStatus }, timeline: [entry], event: undefined });
  tellOfRefund(history, row, "refund.succeeded", before);
}

function tellOfRefund(
  history: MerchantHistory,
  row: RefundRow,
  type: "refund.created" | "refund.succeeded",
  before?: RefundRow,
): void {
  const { appId, id: objectId, refundNo: objectNo, eventSeq: objectSeq } = row;
  const object = refundObject(row);
  const previous = before && previousOf(refundObject(before), object);
  history.tell({ appId, type, objectType: "refund", objectId, objectNo, objectSeq, object, previous });
}
