import { z } from "zod";
import { eventTypesByObject } from "../../integration/webhook/event-types.ts";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, Instant, Integer, optionalLongText, Version } from "../../kit/field.ts";
import { between, exact, listInput, numbered, oneOf, prefix } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentMethodCategory, PaymentMode, PaymentType } from "../../payment-enumerations.ts";
import { amounts, Country, CountryCode, CurrencyCode, idOf, modeFilter, signedAmountIn } from "../../payment-fields.ts";
import { reference, storedReference } from "../../references.ts";
import { OrderCapture } from "../capture/capture.ts";
import { OrderDue } from "../payment-due/payment-due.ts";
import { coinOrderMessages } from "./coin-order.messages.ts";
import { OrderAbilities } from "./order-abilities.ts";
import { orderRefusals } from "./order-api.ts";
import { CurrencySummary, OrderCounts } from "./order-counts.ts";
import {
  AttemptStatus,
  AttemptTrigger,
  AwaitingReason,
  CaptureMethod,
  ExchangeDirection,
  ExchangeResult,
  OrderDisputeStatus,
  OrderOrigin,
  OrderRefundStatus,
  OrderSettlementStatus,
  OrderStatus,
  OrderType,
  RiskVerdict,
  TimelineActor,
  TimelineKind,
  TimelineVisibility,
} from "./order-enumerations.ts";
import { OrderExplanation } from "./order-explanation.ts";
import { OrderSimulation } from "./order-simulation.ts";

/** Id of an order: made by the server, sorts by the time it was made. */
export const OrderId = idOf("ord");
const words = z.string().nullable();
const personal = field(z.string(), { kind: "text", personal: true });
const payerEmail = { kind: "text", personal: true, whole: z.email() } as const;
const payerIp = { kind: "text", personal: true, whole: z.union([z.ipv4(), z.ipv6()]) } as const;

/** One request to be paid a given amount once, and how far the money got. */
export const CoinOrder = z.object({
  id: OrderId,
  orderNo: Code,
  merchantId: MerchantId,
  merchantName: words,
  appId: storedReference("coinApp").nullable(),
  merchantOrderNo: Code,
  mode: PaymentMode.schema,
  type: OrderType.schema,
  /** Taken here, or history that a file brought. */
  origin: OrderOrigin.schema,
  paymentType: PaymentType.schema,
  status: OrderStatus.schema,
  awaitingReason: AwaitingReason.schema.nullable(),
  currency: CurrencyCode,
  amount: signedAmountIn("currency"),
  capturedAmount: signedAmountIn("currency"),
  refundedAmount: signedAmountIn("currency"),
  refundStatus: OrderRefundStatus.schema,
  disputeStatus: OrderDisputeStatus.schema,
  settlementStatus: OrderSettlementStatus.schema,
  /** The currency the merchant is credited in; set by the capture, like every amount in it. */
  settleCurrency: CurrencyCode.nullable(),
  settleAmount: signedAmountIn("settleCurrency").nullable(),
  feeAmount: signedAmountIn("settleCurrency").nullable(),
  netAmount: signedAmountIn("settleCurrency").nullable(),
  email: field(z.string(), payerEmail).nullable(),
  country: CountryCode.nullable(),
  paymentMethod: storedReference("paymentMethodCode").nullable(),
  methodCategory: PaymentMethodCategory.schema.nullable(),
  /** Over whom a payment went is the operator's to know. */
  gatewayId: operatorOnly(storedReference("gateway")),
  gatewayName: operatorOnly(words),
  gatewayAccountId: operatorOnly(storedReference("gatewayAccount")),
  gatewayAccountName: operatorOnly(words),
  channelId: storedReference("channel").nullable(),
  transactionNo: Code.nullable(),
  cardBrand: Code.nullable(),
  cardBin: Code.nullable(),
  cardLast4: Code.nullable(),
  cardCountry: CountryCode.nullable(),
  captureMethod: CaptureMethod.schema,
  captureDeadline: Instant.nullable(),
  attemptCount: Integer,
  failureCode: Code.nullable(),
  /** Its last attempt was declined, and it was not paid since: it waits for another, or has ended. */
  isDeclined: Flag,
  /** Paid after it had failed or been cancelled. */
  lateSuccess: Flag,
  riskDecision: operatorOnly(RiskVerdict.schema),
  domain: words,
  ip: field(z.string(), payerIp).nullable(),
  orderTime: Instant,
  expireTime: Instant,
  paidTime: Instant.nullable(),
  canceledTime: Instant.nullable(),
  version: Version,
});
export type CoinOrder = z.output<typeof CoinOrder>;

/** One line of what was bought. */
export const OrderItem = z.object({
  sku: z.string().nullish(),
  name: z.string(),
  quantity: Integer,
  unitAmount: signedAmountIn("currency"),
  amount: signedAmountIn("currency"),
});
export type OrderItem = z.output<typeof OrderItem>;

const Address = z.record(z.string(), z.string());

/** One try of the order, as its page lists it. */
export const OrderAttempt = z.object({
  id: z.string(),
  attemptNo: Code,
  seq: Integer,
  status: AttemptStatus.schema,
  /** Its reservation was asked to be given back: nothing of it can be captured any more. */
  isReleaseAsked: Flag,
  trigger: AttemptTrigger.schema,
  paymentMethod: storedReference("paymentMethodCode"),
  gatewayAccountId: operatorOnly(storedReference("gatewayAccount")),
  gatewayAccountName: operatorOnly(words),
  amount: signedAmountIn("currency"),
  currency: CurrencyCode,
  declineCode: Code.nullable(),
  upstreamCode: words,
  upstreamMessage: words,
  transactionNo: Code.nullable(),
  cardBrand: Code.nullable(),
  cardLast4: Code.nullable(),
  startedTime: Instant,
  finishedTime: Instant.nullable(),
  latencyMs: operatorOnly(Integer),
});

/** Everything about an order but its story, its exchanges and its postings. */
export const CoinOrderDetail = CoinOrder.extend({
  authorizedAmount: signedAmountIn("currency"),
  disputedAmount: signedAmountIn("currency"),
  refundableAmount: signedAmountIn("currency"),
  /** What was authorised and given back. */
  releasedAmount: signedAmountIn("currency"),
  /** Money to be given back that came twice or too late. */
  surplusAmount: signedAmountIn("currency"),
  items: z.array(OrderItem),
  payerName: personal.nullable(),
  phone: personal.nullable(),
  payerAccount: personal.nullable(),
  billingAddress: Address.nullable(),
  shippingAddress: Address.nullable(),
  ipCountry: CountryCode.nullable(),
  deviceId: words,
  userAgent: words,
  acceptLanguage: words,
  descriptor: words,
  cardFingerprint: operatorOnly(Code),
  threeDs: z.record(z.string(), z.unknown()).nullable(),
  riskScore: operatorOnly(Integer),
  fxRate: Code.nullable(),
  feeTaxAmount: signedAmountIn("settleCurrency").nullable(),
  /** What the gateway keeps. */
  gatewayCostAmount: operatorOnly(signedAmountIn("gatewayCostCurrency")),
  gatewayCostCurrency: operatorOnly(CurrencyCode),
  /** The day the merchant is credited. */
  dueDate: field(z.string(), { kind: "day" }).nullable(),
  /** Number of the settlement batch that its captures were closed in, the latest where there are several. */
  batchNo: Code.nullable(),
  failureMessage: words,
  returnUrl: words,
  cancelUrl: words,
  notifyUrl: words,
  metadata: z.record(z.string(), z.string()),
  attempts: z.array(OrderAttempt),
  captures: z.array(OrderCapture),
  dues: z.array(OrderDue),
  abilities: OrderAbilities,
});
export type CoinOrderDetail = z.output<typeof CoinOrderDetail>;

/** One entry of the order's story, in the order of `seq`. */
export const TimelineEntry = z.object({
  seq: Integer,
  time: Instant,
  /** When word of something that happened elsewhere reached us. */
  receivedTime: Instant.nullable(),
  kind: TimelineKind.schema,
  /** Which of the words `text.event…` says what happened; `detail` fills its slots. */
  title: z.string(),
  detail: z.record(z.string(), z.unknown()),
  actorType: TimelineActor.schema,
  actorName: words,
  amount: signedAmountIn("currency").nullable(),
  currency: CurrencyCode.nullable(),
  refType: words,
  refId: words,
  visibility: TimelineVisibility.schema,
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

/** One request and its answer, with nothing secret in it. */
export const OrderExchange = z.object({
  id: z.string(),
  attemptId: field(z.string(), { kind: "id" }).nullable(),
  attemptNo: Code.nullable(),
  time: Instant,
  direction: ExchangeDirection.schema,
  operation: Code,
  httpMethod: Code.nullable(),
  url: words,
  httpStatus: Integer.nullable(),
  latencyMs: Integer.nullable(),
  result: ExchangeResult.schema,
  requestHeaders: z.record(z.string(), z.unknown()).nullable(),
  requestBody: words,
  responseHeaders: z.record(z.string(), z.unknown()).nullable(),
  responseBody: words,
  requestId: words,
  upstreamRequestId: words,
  idempotencyKey: words,
});
export type OrderExchange = z.output<typeof OrderExchange>;

const spec = {
  filters: {
    mode: modeFilter,
    orderTime: between(Instant),
    paidTime: between(Instant),
    merchantId: oneOf(MerchantId),
    appId: exact(reference("coinApp")),
    orderNo: numbered("OR"),
    merchantOrderNo: exact(field(z.string().trim().max(64), { kind: "code" })),
    transactionNo: exact(field(z.string().trim().max(64), { kind: "code" })),
    status: oneOf(OrderStatus.schema),
    awaitingReason: oneOf(AwaitingReason.schema),
    refundStatus: oneOf(OrderRefundStatus.schema),
    disputeStatus: oneOf(OrderDisputeStatus.schema),
    settlementStatus: oneOf(OrderSettlementStatus.schema),
    type: oneOf(OrderType.schema),
    origin: oneOf(OrderOrigin.schema),
    gatewayId: exact(reference("gateway")),
    gatewayAccountId: exact(reference("gatewayAccount")),
    paymentMethod: oneOf(reference("paymentMethodCode")),
    currency: oneOf(CurrencyCode),
    amount: amounts("currency"),
    email: prefix(field(z.string().trim().toLowerCase().max(128), payerEmail)),
    country: oneOf(Country),
    cardBin: exact(field(z.string().trim().max(8), { kind: "code" })),
    cardLast4: exact(field(z.string().trim().max(4), { kind: "code" })),
    ip: exact(field(z.string().trim().max(45), payerIp)),
    riskDecision: oneOf(RiskVerdict.schema),
    domain: exact(field(z.string().trim().toLowerCase().max(253), { kind: "text" })),
    isDeclined: exact(Flag),
    failureCode: oneOf(field(z.string().trim().max(40), { kind: "code" })),
  },
  sortBy: ["orderTime", "amount"],
  defaultSort: { field: "orderTime", order: "desc" },
} as const;

const OrderEventType = field(z.enum(eventTypesByObject.order), { kind: "code" });
const ById = z.object({ id: OrderId });
const Reason = field(z.string().trim().min(1).max(500), { kind: "longText" });
const idAndVersion = { id: OrderId, version: Version.nullish() };

export const coinOrder = defineResource({
  name: "coinOrder",
  record: CoinOrder,
  refusals: orderRefusals,
  operations: {
    /** Orders of one mode, live unless told. */
    page: list(CoinOrder, spec, { staleOk: true }),
    /**
     * Count and sums of everything the filters match, one row per currency: exact up to `summaryLimit` orders. Of
     * more than these, sums by mode, time, merchant and currency are exact as of the minute before; by anything else they
     * are those of the newest that many, and said to be.
     */
    summary: query(listInput(spec), z.object({ currencies: z.array(CurrencySummary), isExact: Flag }), {
      method: "POST",
      staleOk: true,
    }),
    /** How many of the matching orders stand where, whatever the status filters say; of each status up to the same limit. */
    statusCount: query(listInput(spec), OrderCounts, { method: "POST", staleOk: true }),
    detail: query(ById, CoinOrderDetail),
    /** The whole story, oldest first. */
    timeline: query(ById, z.array(TimelineEntry)),
    /** The exchanges with merchant and gateway, oldest first; merchants see their own side alone. */
    log: query(ById, z.array(OrderExchange)),
    explain: query(ById, OrderExplanation),
    /** Where it would go and what it would cost by what is agreed now. Sends and stores nothing; for operators. */
    simulate: query(
      z.object({ id: OrderId, merchantId: MerchantId.nullish(), method: reference("paymentMethodCode").nullish() }),
      OrderSimulation,
      { for: "operator", refusals: ["methodNeeded", "methodUnknown"] },
    ),
    /** A few orders, the newest first, by a number, its beginning or short form, an e-mail, a last four or an amount. */
    find: query(
      z.object({ text: z.string().trim().min(3).max(128) }),
      z.array(
        CoinOrder.pick({
          id: true,
          orderNo: true,
          merchantOrderNo: true,
          merchantName: true,
          status: true,
          isDeclined: true,
          amount: true,
          currency: true,
          orderTime: true,
          mode: true,
        }),
      ),
    ),
    /** Takes what was authorised, or a part of it; the rest is released with the last capture. */
    capture: command(
      z.object({
        ...idAndVersion,
        amount: field(z.string().regex(/^[1-9]\d{0,15}$/), { kind: "money", currencyField: "currency" }).nullish(),
        final: Flag.default(true),
        reason: optionalLongText(500),
      }),
      Done,
      {
        refusals: [
          "invalidStateTransition",
          "captureUnderWay",
          "captureExceedsAuthorized",
          "captureDeadlinePassed",
          "singleCaptureOnly",
        ],
      },
    ),
    /** Releases an authorisation. */
    void: command(z.object({ ...idAndVersion, reason: Reason }), Done, { refusals: ["invalidStateTransition"] }),
    cancel: command(z.object({ ...idAndVersion, reason: Reason }), Done, {
      refusals: ["invalidStateTransition", "attemptInFlight"],
    }),
    /** Asks the gateway now how the attempts stand. */
    sync: command(ById, Done, { refusals: ["nothingToAsk"] }),
    /** Tells the merchant's servers once more how the order is, or of the latest event of a type; answers how many. */
    resendWebhook: command(
      z.object({ id: OrderId, merchantId: MerchantId.nullish(), eventType: OrderEventType.nullish() }),
      z.object({ count: Integer }),
      { refusals: ["nobodyToTell"] },
    ),
    /** Adds a note to the story; one that the merchant may read is written by the operator only. */
    addNote: command(
      z.object({
        id: OrderId,
        text: field(z.string().trim().min(1).max(2000), { kind: "longText" }),
        visibility: TimelineVisibility.schema.default("operator"),
      }),
      Done,
    ),
    /** Holders see personal data of payers whole; everybody else sees it masked. */
    reveal: query(
      ById,
      z.object({
        email: words,
        payerName: words,
        phone: words,
        payerAccount: words,
        ip: words,
        billingAddress: Address.nullable(),
        shippingAddress: Address.nullable(),
      }),
      { stepUp: true, recorded: true },
    ),
    export: exportOf(spec, { stepUp: true }),
  },
  menu: {
    path: "/trade/order",
    component: "coin-order/coin-order.list",
    icon: "receipt-text",
    order: 100,
  },
  messages: coinOrderMessages,
});
