import { type EventType, webhookVersion } from "../webhook/event-types.ts";
import type { OpenCaptureView } from "./open-capture.ts";
import type { OpenDepositView } from "./open-deposit.ts";
import type { EventData, OpenEventView } from "./open-events.ts";
import type { OpenPayoutAccountView } from "./open-payout-account.ts";
import type { OpenRefundView } from "./open-refund.ts";
import type { OpenSettlementView } from "./open-settlement.ts";
import type { OpenWithdrawalView } from "./open-withdrawal.ts";
import { isPayoutOrderEvent, payoutOrderSteps } from "./payout-order-samples.ts";

/** Numbers of things that are nobody's. */
const sampleNo = "SAMPLE";
const at = "2026-06-01T08:00:00.000Z";
const amount = 10_000;

type OrderData = EventData<"order.paid">["object"];

/** How the order of a sample stands after each event. */
const afterwards: Readonly<Record<Extract<EventType, `order.${string}`>, Partial<OrderData>>> = {
  "order.created": { status: "created", paymentMethod: null, card: null },
  "order.awaiting": { status: "awaiting", awaitingReason: "payer_action" },
  "order.requires_action": { status: "awaiting", awaitingReason: "authentication" },
  "order.pending": {},
  "order.authorized": {
    status: "awaiting",
    awaitingReason: "capture",
    captureMethod: "manual",
    captureDeadline: "2026-06-08T08:00:00.000Z",
  },
  "order.paid": {
    status: "paid",
    capturedAmount: amount,
    card: { brand: "visa", last4: "0004", country: "US" },
    paidTime: at,
  },
  "order.attempt_failed": {
    status: "awaiting",
    awaitingReason: "retry",
    failureCode: "insufficient_funds",
    failureMessage: "Insufficient funds",
  },
  "order.failed": { status: "failed", failureCode: "stolen_card", failureMessage: "Stolen card" },
  "order.canceled": { status: "canceled", canceledTime: at },
  "order.expired": { status: "canceled", canceledTime: at },
  "order.review_required": { status: "awaiting", awaitingReason: "review" },
  "order.review_resolved": {},
  "order.updated": { metadata: { cart: "17" } },
};

/** The order of a sample before most events: its payment is under way. */
const orderBefore: OrderData = {
  orderNo: sampleNo,
  merchantOrderNo: "A-1001",
  mode: "test",
  status: "pending",
  awaitingReason: null,
  currency: "USD",
  amount,
  capturedAmount: 0,
  refundedAmount: 0,
  releasedAmount: 0,
  captureMethod: "automatic",
  captureDeadline: null,
  paymentMethod: "card_visa",
  card: { brand: "visa", last4: "0004", country: null },
  failureCode: null,
  failureMessage: null,
  lateSuccess: false,
  email: "ada@example.com",
  items: [],
  metadata: {},
  orderTime: at,
  expireTime: "2026-06-01T08:30:00.000Z",
  paidTime: null,
  canceledTime: null,
};

/** An order after an event, with what the event changed of it. */
function orderChange(type: keyof typeof afterwards): EventData<"order.paid"> {
  const changed = Object.keys(afterwards[type]) as (keyof OrderData)[];
  const previous = Object.fromEntries(changed.map((name) => [name, orderBefore[name]]));
  const isTold = type !== "order.created" && changed.length > 0;
  return { object: { ...orderBefore, ...afterwards[type] }, ...(isTold ? { previous } : {}) };
}

const captureAfter = (type: "capture.succeeded" | "capture.failed"): OpenCaptureView => {
  const isTaken = type === "capture.succeeded";
  const inSettlement = (minor: number): number | null => (isTaken ? minor : null);
  return {
    captureNo: sampleNo,
    orderNo: sampleNo,
    seq: 1,
    status: isTaken ? "succeeded" : "failed",
    amount,
    currency: "USD",
    final: true,
    upstreamId: isTaken ? "ch_1001" : null,
    failureCode: isTaken ? null : "processor_error",
    failureMessage: isTaken ? null : "Gateway error",
    settleCurrency: isTaken ? "USD" : null,
    settleAmount: inSettlement(amount),
    feeAmount: inSettlement(320),
    feeTaxAmount: inSettlement(0),
    netAmount: inSettlement(9_680),
    fxRate: null,
    dueDate: isTaken ? "2026-06-03" : null,
    createTime: at,
    finishedTime: at,
  };
};

/** The refund of a sample as it was asked for. */
const refundBefore: OpenRefundView = {
  refundNo: sampleNo,
  merchantRefundNo: "R-1001",
  orderNo: sampleNo,
  merchantOrderNo: "A-1001",
  mode: "test",
  status: "pending",
  reversed: false,
  amount: 2_500,
  askedAmount: null,
  currency: "USD",
  settleAmount: 2_500,
  settleCurrency: "USD",
  fxRate: null,
  feeAmount: 0,
  feeTaxAmount: 0,
  returnedFeeAmount: 0,
  returnedFeeTaxAmount: 0,
  reason: "requested_by_customer",
  remark: null,
  failureCode: null,
  failureMessage: null,
  arn: null,
  retryOf: null,
  createTime: at,
  finishedTime: null,
};

const paidBack: Partial<OpenRefundView> = { status: "succeeded", arn: "74000000000000000000001", finishedTime: at };

/** What each event changed of the refund of a sample, and how it was before. */
const refundSteps: Readonly<
  Record<Extract<EventType, `refund.${string}`>, readonly [before: OpenRefundView, change: Partial<OpenRefundView>]>
> = {
  "refund.created": [refundBefore, {}],
  "refund.succeeded": [refundBefore, paidBack],
  "refund.failed": [
    refundBefore,
    {
      status: "failed",
      failureCode: "instrument_closed",
      failureMessage: "Card or account closed",
      finishedTime: at,
    },
  ],
  "refund.canceled": [refundBefore, { status: "canceled", finishedTime: at }],
  "refund.reversed": [
    { ...refundBefore, ...paidBack },
    {
      status: "failed",
      reversed: true,
      failureCode: "returned_by_bank",
      failureMessage: "Sent back by the payer’s bank",
    },
  ],
};

function refundChange(type: keyof typeof refundSteps): EventData<"refund.succeeded"> {
  const [before, change] = refundSteps[type];
  const changed = Object.keys(change) as (keyof OpenRefundView)[];
  const previous = Object.fromEntries(changed.map((name) => [name, before[name]]));
  return { object: { ...before, ...change }, ...(changed.length > 0 ? { previous } : {}) };
}

/** The settlement of a sample as it was confirmed. */
const settlementBefore: OpenSettlementView = {
  batchNo: sampleNo,
  mode: "test",
  status: "confirmed",
  onHold: false,
  currency: "USD",
  date: "2026-06-03",
  periodFrom: "2026-05-31T16:00:00.000Z",
  periodTo: "2026-06-01T16:00:00.000Z",
  grossAmount: amount,
  feeAmount: 320,
  refundAmount: 0,
  disputeAmount: 0,
  penaltyAmount: 0,
  taxAmount: 0,
  adjustmentAmount: 0,
  amount: 9_680,
  reserveAmount: 1_000,
  reserveReleaseDate: "2026-11-30",
  settlementAmount: 8_680,
  lineCount: 2,
  createTime: at,
  closedTime: at,
  settledTime: null,
};

function settlementChange(type: "settlement.confirmed" | "settlement.settled"): EventData<"settlement.settled"> {
  if (type === "settlement.confirmed") return { object: settlementBefore, previous: { status: "closed" } };
  const { status, settledTime } = settlementBefore;
  return { object: { ...settlementBefore, status: "settled", settledTime: at }, previous: { status, settledTime } };
}

/** The hold of a sample before anything left it. */
const depositBefore: OpenDepositView = {
  depositNo: sampleNo,
  mode: "test",
  type: "rolling",
  source: "settlement_withheld",
  settlementBatchNo: sampleNo,
  currency: "USD",
  amount: 5_000,
  releasedAmount: 0,
  usedAmount: 0,
  remainingAmount: 5_000,
  holdDate: "2026-06-01",
  releaseDate: "2026-11-30",
  status: "held",
};

/** What each event changed of the hold of a sample. */
const depositSteps: Readonly<Record<Extract<EventType, `deposit.${string}`>, Partial<OpenDepositView>>> = {
  "deposit.held": {},
  "deposit.released": { releasedAmount: 5_000, remainingAmount: 0, status: "released" },
  "deposit.used": { usedAmount: 2_000, remainingAmount: 3_000, status: "partially_released" },
  "deposit.extended": { releaseDate: "2026-12-14" },
};

function depositChange(type: keyof typeof depositSteps): EventData<"deposit.released"> {
  const change = depositSteps[type];
  const changed = Object.keys(change) as (keyof OpenDepositView)[];
  const previous = Object.fromEntries(changed.map((name) => [name, depositBefore[name]]));
  return { object: { ...depositBefore, ...change }, ...(changed.length > 0 ? { previous } : {}) };
}

const isDepositEvent = (type: EventType): type is keyof typeof depositSteps => Object.hasOwn(depositSteps, type);

/** The withdrawal of a sample while it waits to be approved. */
const cashoutBefore: OpenWithdrawalView = {
  withdrawalNo: sampleNo,
  mode: "test",
  status: "approving",
  returnCause: null,
  amount: 100_000,
  currency: "USD",
  feeMode: "inside",
  feeAmount: 500,
  debitedAmount: 100_000,
  targetAmount: 704_526,
  targetCurrency: "CNY",
  fxRate: "7.080660",
  quoteExpireTime: "2026-06-01T08:30:00.000Z",
  payoutAccountId: "poa_01JWQ1V5R0000000000000000A",
  payoutAccount: "Barclays ·· 3308",
  bankReference: null,
  failureCode: null,
  failureMessage: null,
  remark: null,
  createTime: at,
  paidTime: null,
  finishedTime: null,
};
const cashoutSent: OpenWithdrawalView = { ...cashoutBefore, status: "processing" };
const cashoutPaid: Partial<OpenWithdrawalView> = {
  status: "paid",
  bankReference: "pot_1001",
  paidTime: at,
  finishedTime: at,
};

/** What each event changed of the withdrawal of a sample, and how it was before. */
const cashoutSteps: Readonly<
  Record<
    Extract<EventType, `cashout.${string}`>,
    readonly [before: OpenWithdrawalView, change: Partial<OpenWithdrawalView>]
  >
> = {
  "cashout.applied": [{ ...cashoutBefore, status: "applied" }, {}],
  "cashout.approved": [cashoutBefore, { status: "approved" }],
  "cashout.rejected": [cashoutBefore, { status: "rejected", finishedTime: at }],
  "cashout.processing": [{ ...cashoutBefore, status: "approved" }, { status: "processing" }],
  "cashout.paid": [cashoutSent, cashoutPaid],
  "cashout.failed": [
    cashoutSent,
    { status: "failed", failureCode: "account_closed", failureMessage: "Account closed", finishedTime: at },
  ],
  "cashout.returned": [{ ...cashoutSent, ...cashoutPaid }, { status: "returned" }],
  "cashout.canceled": [cashoutBefore, { status: "canceled", finishedTime: at }],
};

const payoutAccountAfter: OpenPayoutAccountView = {
  id: cashoutBefore.payoutAccountId,
  mode: "test",
  currency: "CNY",
  country: "CN",
  holderType: "company",
  holderName: "Shop Limited",
  bankName: "Barclays",
  swift: "BARCCNSH",
  last4: "3308",
  isDefault: true,
  status: "enabled",
  verifyStatus: "verified",
  usableFrom: "2026-06-02T08:00:00.000Z",
  createTime: at,
};

/** An object after a change, with what the change was made of. */
function changed<T extends object>([before, change]: readonly [before: T, change: Partial<T>]) {
  const names = Object.keys(change) as (keyof T)[];
  const previous = Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<T>;
  return { object: { ...before, ...change }, ...(names.length > 0 ? { previous } : {}) };
}

const cashoutChange = (type: keyof typeof cashoutSteps): EventData<"cashout.paid"> => changed(cashoutSteps[type]);

const isCashoutEvent = (type: EventType): type is keyof typeof cashoutSteps => Object.hasOwn(cashoutSteps, type);

const isRefundEvent = (type: EventType): type is keyof typeof refundSteps => Object.hasOwn(refundSteps, type);

const isOrderEvent = (type: EventType): type is keyof typeof afterwards => Object.hasOwn(afterwards, type);

/** What stands in `data` of a sample: of its type's shape, about nothing that exists. `id` is the sample's own. */
export function sampleData(type: EventType, id: string): OpenEventView["data"] {
  if (isOrderEvent(type)) return orderChange(type);
  if (isRefundEvent(type)) return refundChange(type);
  if (isCashoutEvent(type)) return cashoutChange(type);
  if (isPayoutOrderEvent(type)) return changed(payoutOrderSteps[type]) as EventData<"payout_order.paid">;
  if (type === "payout_account.verified") return { object: payoutAccountAfter };
  if (type === "capture.succeeded" || type === "capture.failed") return { object: captureAfter(type) };
  if (type === "settlement.confirmed" || type === "settlement.settled") return settlementChange(type);
  if (type === "balance.available")
    return { object: { batchNo: sampleNo, mode: "test", currency: "USD", amount: 8_680 } };
  if (isDepositEvent(type)) return depositChange(type);
  if (type === "balance.negative")
    return { object: { currency: "USD", mode: "test", availableAmount: -1_500, since: at } };
  if (type === "test.ping") return { object: { id, isSample: true } };
  const endpoint = { id, name: "Shop server", url: "https://shop.example/hooks" };
  return { object: { ...endpoint, status: "auto_disabled", reason: "failing" } };
}

/** A notification of each type as a receiver gets it. */
export const eventSample = (type: EventType): OpenEventView =>
  ({
    id: "evt_01JWQ1V5R0000000000000000A",
    type,
    apiVersion: webhookVersion,
    mode: "test",
    createdAt: at,
    merchantNo: "ME26060100000001",
    appNo: "AP26060100000001",
    objectType: type.split(".")[0],
    objectNo: sampleNo,
    objectSeq: 1,
    data: sampleData(type, "evt_01JWQ1V5R0000000000000000A"),
  }) as OpenEventView;
