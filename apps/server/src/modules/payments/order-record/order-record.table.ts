import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { PaymentMethodCategory, PaymentType } from "@countinghouse/contract/payment-enumerations.ts";
import type { OrderItem } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import type {
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
} from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { UncheckedJsonColumn } from "../../../platform/db/columns.ts";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface CoinOrders {
  merchantId: string;
  id: string;
  tenantId: number;
  orderNo: string;
  appId: string | null;
  merchantOrderNo: string;
  contentHash: string;
  mode: Mode;
  type: ValueOf<typeof OrderType>;
  paymentType: ValueOf<typeof PaymentType>;
  status: ValueOf<typeof OrderStatus>;
  awaitingReason: ValueOf<typeof AwaitingReason> | null;
  currency: CurrencyCode;
  amount: string;
  authorizedAmount: Generated<string>;
  capturedAmount: Generated<string>;
  refundedAmount: Generated<string>;
  disputedAmount: Generated<string>;
  surplusAmount: Generated<string>;
  refundStatus: Generated<ValueOf<typeof OrderRefundStatus>>;
  disputeStatus: Generated<ValueOf<typeof OrderDisputeStatus>>;
  settlementStatus: Generated<ValueOf<typeof OrderSettlementStatus>>;
  settleCurrency: CurrencyCode | null;
  settleAmount: string | null;
  feeAmount: string | null;
  feeTaxAmount: string | null;
  netAmount: string | null;
  gatewayCostAmount: string | null;
  gatewayCostCurrency: CurrencyCode | null;
  fxRate: string | null;
  fxQuoteId: string | null;
  feeRule: UncheckedJsonColumn;
  fx: UncheckedJsonColumn;
  dueDate: string | null;
  email: string | null;
  country: string | null;
  ip: string | null;
  domain: string | null;
  paymentMethod: string | null;
  methodCategory: ValueOf<typeof PaymentMethodCategory> | null;
  channelId: string | null;
  gatewayId: string | null;
  gatewayAccountId: string | null;
  transactionNo: string | null;
  cardBrand: string | null;
  cardBin: string | null;
  cardLast4: string | null;
  cardCountry: string | null;
  cardFingerprint: string | null;
  threeDs: UncheckedJsonColumn;
  captureMethod: ValueOf<typeof CaptureMethod>;
  captureDeadline: string | null;
  riskDecision: Generated<ValueOf<typeof RiskVerdict>>;
  riskScore: number | null;
  attemptCount: Generated<number>;
  maxAttempts: number;
  failureCode: string | null;
  failureMessage: string | null;
  lateSuccess: Generated<boolean>;
  orderTime: string;
  expireTime: string;
  paidTime: string | null;
  canceledTime: string | null;
  timelineSeq: Generated<number>;
  eventSeq: Generated<number>;
  origin: Generated<ValueOf<typeof OrderOrigin>>;
  importId: Generated<string | null>;
  version: Generated<number>;
  /** Keyed digest of the columns that `sealedColumns` lists. */
  seal: Generated<string | null>;
}

interface CoinOrderParticulars {
  merchantId: string;
  orderId: string;
  items: JSONColumnType<OrderItem[]>;
  payerName: string | null;
  phone: string | null;
  payerAccount: string | null;
  billingAddress: JSONColumnType<Record<string, string>> | null;
  shippingAddress: JSONColumnType<Record<string, string>> | null;
  ipCountry: string | null;
  deviceId: string | null;
  userAgent: string | null;
  acceptLanguage: string | null;
  descriptor: string | null;
  returnUrl: string | null;
  cancelUrl: string | null;
  notifyUrl: string | null;
  metadata: JSONColumnType<Record<string, string>>;
}

interface OrderTimeline {
  merchantId: string;
  orderId: string;
  seq: number;
  time: string;
  receivedTime: string | null;
  kind: ValueOf<typeof TimelineKind>;
  title: string;
  detail: JSONColumnType<Record<string, unknown>>;
  objectId: string | null;
  fromState: string | null;
  action: string | null;
  toState: string | null;
  actorType: ValueOf<typeof TimelineActor>;
  actorId: string | null;
  actorName: string | null;
  amount: string | null;
  currency: CurrencyCode | null;
  refType: string | null;
  refId: string | null;
  visibility: ValueOf<typeof TimelineVisibility>;
}

interface OrderExchanges {
  merchantId: string;
  id: string;
  orderId: string;
  attemptId: string | null;
  time: string;
  direction: ValueOf<typeof ExchangeDirection>;
  operation: string;
  httpMethod: string | null;
  url: string | null;
  httpStatus: number | null;
  latencyMs: number | null;
  result: ValueOf<typeof ExchangeResult>;
  requestHeaders: UncheckedJsonColumn;
  requestBody: string | null;
  responseHeaders: UncheckedJsonColumn;
  responseBody: string | null;
  requestId: string | null;
  upstreamRequestId: string | null;
  idempotencyKey: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    coinOrders: CoinOrders;
    coinOrderParticulars: CoinOrderParticulars;
    orderTimeline: OrderTimeline;
    orderExchanges: OrderExchanges;
  }
}

export const orderRecordTables: FactsOf<"coinOrders" | "coinOrderParticulars" | "orderTimeline" | "orderExchanges"> = {
  coinOrders: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    json: ["feeRule", "fx", "threeDs"],
  },
  coinOrderParticulars: {
    scope: { merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    json: ["items", "billingAddress", "shippingAddress", "metadata"],
  },
  orderTimeline: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "appendOnly", json: ["detail"] },
  orderExchanges: {
    scope: { merchant: "merchantId" },
    placement: "distributed",
    grant: "keptForAWhile",
    json: ["requestHeaders", "responseHeaders"],
  },
};
