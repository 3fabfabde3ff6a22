import type { EventType } from "../webhook/event-types.ts";
import type { OpenPayoutOrderView } from "./open-payout-order.ts";

/** Numbers of things that are nobody's. */
const sampleNo = "SAMPLE";
const at = "2026-06-01T08:00:00.000Z";

/** The payout order of a sample while it waits to be approved. */
const payoutOrderBefore: OpenPayoutOrderView = {
  payoutOrderNo: sampleNo,
  merchantPayoutNo: "P-1001",
  mode: "test",
  status: "review",
  returnCause: null,
  amount: 25_000,
  currency: "EUR",
  feeMode: "on_top",
  feeAmount: 100,
  debitedAmount: 25_100,
  sentAmount: 25_000,
  method: "bank_local",
  beneficiaryType: "company",
  beneficiaryName: "Paper Mill GmbH",
  country: "DE",
  beneficiaryAccount: "Commerzbank ·· 3000",
  purpose: "supplier",
  reference: "INV 2026-118",
  bankReference: null,
  failureCode: null,
  failureMessage: null,
  returnedAmount: null,
  createTime: at,
  paidTime: null,
  finishedTime: null,
};
const payoutOrderSent: OpenPayoutOrderView = { ...payoutOrderBefore, status: "processing" };
const payoutOrderPaid: Partial<OpenPayoutOrderView> = {
  status: "paid",
  bankReference: "pot_1002",
  paidTime: at,
  finishedTime: at,
};

/** What each event changed of the payout order of a sample, and how it was before. */
export const payoutOrderSteps: Readonly<
  Record<
    Extract<EventType, `payout_order.${string}`>,
    readonly [before: OpenPayoutOrderView, change: Partial<OpenPayoutOrderView>]
  >
> = {
  "payout_order.applied": [{ ...payoutOrderBefore, status: "created" }, {}],
  "payout_order.approved": [payoutOrderBefore, { status: "approved" }],
  "payout_order.rejected": [payoutOrderBefore, { status: "rejected", finishedTime: at }],
  "payout_order.processing": [{ ...payoutOrderBefore, status: "approved" }, { status: "processing" }],
  "payout_order.paid": [payoutOrderSent, payoutOrderPaid],
  "payout_order.failed": [
    payoutOrderSent,
    { status: "failed", failureCode: "account_closed", failureMessage: "Account closed", finishedTime: at },
  ],
  "payout_order.returned": [
    { ...payoutOrderSent, ...payoutOrderPaid },
    { status: "returned", returnedAmount: 25_000 },
  ],
  "payout_order.canceled": [payoutOrderBefore, { status: "canceled", finishedTime: at }],
};

/** Whether an event is of a payout order. */
export const isPayoutOrderEvent = (type: EventType): type is keyof typeof payoutOrderSteps =>
  Object.hasOwn(payoutOrderSteps, type);
