import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, doerName, Flag, field, Instant, Integer, optionalLongText, Version } from "../../kit/field.ts";
import { between, exact, numbered, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { amounts, CurrencyCode, idOf, modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { reference, storedReference } from "../../references.ts";
import { CaptureId } from "../capture/capture.ts";
import { OrderId } from "../coin-order/coin-order.ts";
import { PaymentDueId } from "../payment-due/payment-due.ts";
import { orderRefundMessages } from "./order-refund.messages.ts";
import {
  RefundApplicant,
  RefundBucket,
  RefundExcessCause,
  RefundFailure,
  RefundReason,
  RefundReviewCause,
  RefundStatus,
  RefundToldOutcome,
} from "./refund-enumerations.ts";

/** Id of a refund: made by the server, sorts by the time it was asked for. */
export const OrderRefundId = idOf("rfd");
const id = field(z.string(), { kind: "id" });
const words = z.string().nullable();

/** One giving back of money of an order, and what it came to. */
export const OrderRefund = z.object({
  id: OrderRefundId,
  refundNo: Code,
  /** The merchant's own number, each once for a merchant and mode. */
  merchantRefundNo: Code.nullable(),
  /** Key of the app whose server asked; nothing where somebody asked on the console, or we did. */
  appKey: Code.nullable(),
  merchantId: MerchantId,
  merchantName: words,
  appId: storedReference("coinApp").nullable(),
  mode: PaymentMode.schema,
  orderId: id,
  orderNo: Code,
  merchantOrderNo: Code,
  attemptId: id,
  /** The unapplied payment that goes back, where it is no capture's money. */
  dueId: id.nullable(),
  /** Over whom a payment went is the operator's to know. */
  gatewayId: operatorOnly(storedReference("gateway")),
  gatewayName: operatorOnly(words),
  gatewayAccountId: operatorOnly(storedReference("gatewayAccount")),
  gatewayAccountName: operatorOnly(words),
  /** What the gateway calls the payment. */
  tradeNo: Code.nullable(),
  /** What the gateway calls the refund. */
  upstreamRefundId: Code.nullable(),
  /** By which the payer's bank traces it. */
  arn: Code.nullable(),
  currency: CurrencyCode,
  amount: signedAmountIn("currency"),
  /** What was asked for, where the gateway gave back another amount; nothing where it is `amount`. */
  askedAmount: signedAmountIn("currency").nullable(),
  settleCurrency: CurrencyCode,
  /** What it takes of the merchant's balance, at the rate of the captures it gives back. */
  settleAmount: signedAmountIn("settleCurrency"),
  /** Of those captures; nothing where they differ, or in the settlement currency. */
  fxRate: Code.nullable(),
  /** Our fee for refunding; none before it succeeds. */
  handlingFee: signedAmountIn("settleCurrency"),
  handlingFeeTax: signedAmountIn("settleCurrency"),
  /** What of the transaction fee went back to the merchant with it. */
  returnedFee: signedAmountIn("settleCurrency"),
  returnedFeeTax: signedAmountIn("settleCurrency"),
  reason: RefundReason.schema,
  /** In the words of whoever asked; those of the operator are no merchant's to read. */
  remark: words,
  status: RefundStatus.schema,
  /** It had been paid, and the payer's bank sent it back. */
  isReversed: Flag,
  sourceBucket: RefundBucket.schema,
  reviewCause: operatorOnly(RefundReviewCause.schema),
  failureCode: RefundFailure.schema.nullable(),
  /** In the gateway's words. */
  failureMessage: words,
  /** How often it was sent to the gateway. */
  attempts: Integer,
  nextRetryTime: Instant.nullable(),
  applicantType: RefundApplicant.schema,
  applicantName: doerName(),
  /** Whether the reader asked for it, and so cannot approve it. */
  isOwn: Flag,
  /** Number of the failed refund that this one makes again. */
  retryOf: Code.nullable(),
  decideUserName: doerName(),
  decideReason: operatorOnly(words),
  decideTime: Instant.nullable(),
  /** What went beyond what was asked for, or was there to be given back since another one had taken its place. */
  excessAmount: operatorOnly(signedAmountIn("currency")),
  /** By whom that is borne; nothing while it stands in suspense. */
  excessCause: operatorOnly(RefundExcessCause.schema),
  excessNote: operatorOnly(words),
  excessUserName: operatorOnly(words),
  excessTime: operatorOnly(Instant),
  /** What its gateway says that it gave back, where that cannot be this refund: nothing, or money of another currency. */
  toldAmount: operatorOnly(signedAmountIn("toldCurrency")),
  toldCurrency: operatorOnly(CurrencyCode),
  /** How it ended, as people found out; nothing while nobody said so. */
  toldOutcome: operatorOnly(RefundToldOutcome.schema),
  toldNote: operatorOnly(words),
  refundTime: Instant,
  succeededTime: Instant.nullable(),
  finishedTime: Instant.nullable(),
  version: Version,
});
export type OrderRefund = z.output<typeof OrderRefund>;

/** What a refund gives back of one capture. */
export const RefundPart = z.object({
  captureId: id,
  captureNo: Code,
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
  settleAmount: signedAmountIn("settleCurrency"),
  settleCurrency: CurrencyCode,
});
export type RefundPart = z.output<typeof RefundPart>;

/** A refund, and what its reader may do with it as it stands where the permission is held: the call would not refuse. */
export const OrderRefundRow = OrderRefund.extend({
  abilities: z.object({
    approve: Flag,
    reject: Flag,
    cancel: Flag,
    retry: Flag,
    sync: Flag,
    resolveExcess: Flag,
    settleTold: Flag,
  }),
});
export type OrderRefundRow = z.output<typeof OrderRefundRow>;

/** A refund with the captures it is of. */
export const OrderRefundDetail = OrderRefundRow.extend({ parts: z.array(RefundPart) });
export type OrderRefundDetail = z.output<typeof OrderRefundDetail>;

/** What a refund would come to now. Nothing is stored or promised. */
export const RefundPreview = z.object({
  currency: CurrencyCode,
  amount: signedAmountIn("currency"),
  /** What can still be refunded, this one included. */
  refundableAmount: signedAmountIn("currency"),
  settleCurrency: CurrencyCode,
  settleAmount: signedAmountIn("settleCurrency"),
  fxRate: Code.nullable(),
  handlingFee: signedAmountIn("settleCurrency"),
  handlingFeeTax: signedAmountIn("settleCurrency"),
  returnedFee: signedAmountIn("settleCurrency"),
  returnedFeeTax: signedAmountIn("settleCurrency"),
  sourceBucket: RefundBucket.schema,
  /** Of that balance now, and after the refund with its fees. */
  balanceBefore: signedAmountIn("settleCurrency"),
  balanceAfter: signedAmountIn("settleCurrency"),
  /** Whether that balance covers it. */
  isCovered: Flag,
  reviewCause: operatorOnly(RefundReviewCause.schema),
  /** Until when the payment can be refunded; nothing where its method sets no time. */
  refundableUntil: Instant.nullable(),
  /** What it is worth today beyond what it takes of the merchant: we bear it, or gain where it is below zero. */
  exchangeDifference: operatorOnly(signedAmountIn("settleCurrency")),
  parts: z.array(RefundPart),
});
export type RefundPreview = z.output<typeof RefundPreview>;

const spec = {
  filters: {
    mode: modeFilter,
    refundTime: between(Instant),
    succeededTime: between(Instant),
    merchantId: oneOf(MerchantId),
    appKey: exact(field(z.string().trim().max(40), { kind: "code" })),
    gatewayId: exact(reference("gateway")),
    gatewayAccountId: exact(reference("gatewayAccount")),
    refundNo: numbered("RF"),
    merchantRefundNo: exact(field(z.string().trim().max(64), { kind: "code" })),
    orderNo: numbered("OR"),
    merchantOrderNo: exact(field(z.string().trim().max(64), { kind: "code" })),
    tradeNo: exact(field(z.string().trim().max(64), { kind: "code" })),
    status: oneOf(RefundStatus.schema),
    sourceBucket: oneOf(RefundBucket.schema),
    reason: oneOf(RefundReason.schema),
    currency: oneOf(CurrencyCode),
    amount: amounts("currency"),
    applicantType: oneOf(RefundApplicant.schema),
    /** Whether something of it stands in suspense. */
    inSuspense: exact(Flag),
    /** Whether its gateway tells a success that cannot be its own, and people are to say how it ended. */
    isToldOtherwise: exact(Flag),
  },
  sortBy: ["refundTime", "amount"],
  defaultSort: { field: "refundTime", order: "desc" },
} as const;

const ById = z.object({ id: OrderRefundId });
const Why = field(z.string().trim().min(1).max(500), { kind: "longText" });
/** The version that was read binds a decision to the very refund that was seen. */
const idAndVersion = { id: OrderRefundId, version: Version };
const Amount = field(z.string().regex(/^[1-9]\d{0,15}$/), { kind: "money", currencyField: "currency" });

/** Of which order, how much and of which capture: all that is left, newest capture first, unless told. */
const asked = { orderId: OrderId, captureId: CaptureId.nullish(), amount: Amount.nullish() };

/** Why a refund cannot be asked for, whoever asks. */
const askingRefusals = [
  "notRefundable",
  "exceedsRefundable",
  "captureNotPriced",
  "partNotOffered",
  "windowClosed",
  "merchantMayNotRefund",
  "methodNotRefundable",
  "altered",
] as const;

/** Told when one was asked for or changed. */
export const orderRefundTopic = "orderRefund.changed";

export const orderRefund = defineResource({
  name: "orderRefund",
  record: OrderRefund,
  refusals: {
    notRefundable: { status: 409 },
    exceedsRefundable: { status: 422, field: "amount" },
    captureNotPriced: { status: 409 },
    partNotOffered: { status: 422, field: "amount" },
    windowClosed: { status: 409 },
    merchantMayNotRefund: { status: 403 },
    methodNotRefundable: { status: 409 },
    insufficientBalance: { status: 409 },
    remarkNeeded: { status: 422, field: "remark" },
    duplicateRefundNo: { status: 409, field: "merchantRefundNo", constraint: "order_refunds_merchant_no_unique" },
    invalidTransition: { status: 409 },
    ownRequest: { status: 403 },
    ownKey: { status: 403 },
    operatorsRefund: { status: 403 },
    nothingToAsk: { status: 409 },
    alreadyRetried: { status: 409, constraint: "order_refunds_retry_unique" },
    dueNotReturnable: { status: 409, constraint: "order_refunds_due_unique" },
    altered: { status: 409 },
    nothingInSuspense: { status: 409 },
    nothingTold: { status: 409 },
    otherSettlement: { status: 422, field: "cause" },
  },
  operations: {
    /** Refunds of one mode, live unless told. */
    page: list(OrderRefundRow, spec),
    detail: query(ById, OrderRefundDetail),
    /** What a refund would cost and take, and from where. */
    preview: query(z.object(asked), RefundPreview, { method: "POST", refusals: askingRefusals }),
    /** Asks for a refund; it is sent once it is written down, above a limit after somebody else has approved. */
    add: command(
      z.object({
        ...asked,
        reason: RefundReason.schema,
        /** Needed where the reason is another one. */
        remark: optionalLongText(500),
        merchantRefundNo: field(z.string().trim().min(1).max(64), { kind: "code" }).nullish(),
      }),
      z.object({ id: OrderRefundId, refundNo: Code, status: RefundStatus.schema }),
      { refusals: [...askingRefusals, "insufficientBalance", "remarkNeeded", "duplicateRefundNo"] },
    ),
    /** Sends back money that is no merchant's, once it was decided that it goes back. */
    returnDue: command(
      z.object({ dueId: PaymentDueId, version: Version }),
      z.object({ id: OrderRefundId, refundNo: Code, status: RefundStatus.schema }),
      { for: "operator", refusals: ["dueNotReturnable", "insufficientBalance", "altered"] },
    ),
    approve: command(z.object(idAndVersion), Done, {
      for: "operator",
      refusals: ["ownRequest", "ownKey", "invalidTransition", "altered"],
      stepUp: true,
    }),
    reject: command(z.object({ ...idAndVersion, reason: Why }), Done, {
      for: "operator",
      refusals: ["invalidTransition", "altered"],
    }),
    /** Takes back what was not sent yet; merchants what they asked for themselves. */
    cancel: command(z.object(idAndVersion), Done, { refusals: ["invalidTransition", "altered", "operatorsRefund"] }),
    /** Makes a failed refund again, as a new one of the same amount. */
    retry: command(
      z.object(idAndVersion),
      z.object({ id: OrderRefundId, refundNo: Code, status: RefundStatus.schema }),
      {
        refusals: [...askingRefusals, "insufficientBalance", "invalidTransition", "alreadyRetried", "dueNotReturnable"],
      },
    ),
    /**
     * Says by whom is borne what went beyond what was there to be given back, and books it there. Real money takes a
     * second person.
     */
    resolveExcess: command(z.object({ ...idAndVersion, cause: RefundExcessCause.schema, note: Why }), Done, {
      for: "operator",
      refusals: ["nothingInSuspense", "otherSettlement", "altered"],
      stepUp: true,
      secondPerson: whereChanged("orderRefunds", ["excessCause"], ofRealMoney),
    }),
    /**
     * Says how a refund ended of which its gateway tells a success over nothing or in another currency: it is booked as it
     * was asked for, or let go of. Real money takes a second person.
     */
    settleTold: command(z.object({ ...idAndVersion, outcome: RefundToldOutcome.schema, note: Why }), Done, {
      for: "operator",
      refusals: ["nothingTold", "altered"],
      stepUp: true,
      secondPerson: whereChanged("orderRefunds", ["toldOutcome"], ofRealMoney),
    }),
    /** Asks the gateway now how it stands. */
    sync: command(ById, Done, { refusals: ["nothingToAsk"] }),
    export: exportOf(spec),
  },
  menu: {
    path: "/trade/refund",
    component: "order-refund/order-refund.list",
    icon: "undo-2",
    order: 160,
  },
  messages: orderRefundMessages,
});
