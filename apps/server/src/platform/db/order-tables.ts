import type { Generated, JSONColumnType } from "kysely";
import type { MethodCategory } from "./gateway-tables.ts";
import type { Mode, TableFacts } from "./tables.ts";

type Json = JSONColumnType<Record<string, unknown>> | null;

interface CoinOrders {
  merchantId: string;
  id: string;
  tenantId: number;
  orderNo: string;
  appId: string | null;
  merchantOrderNo: string;
  contentHash: string;
  mode: Mode;
  type: "one_time" | "subscription_first" | "subscription_renewal" | "payment_link" | "virtual_page" | "moto";
  paymentType:
    | "hosted_page"
    | "server_to_server"
    | "payment_link"
    | "virtual_page"
    | "subscription"
    | "moto"
    | "payout";
  status: "created" | "awaiting" | "pending" | "paid" | "failed" | "canceled";
  awaitingReason: "payer_action" | "authentication" | "review" | "capture" | "retry" | null;
  currency: string;
  amount: string;
  authorizedAmount: Generated<string>;
  capturedAmount: Generated<string>;
  refundedAmount: Generated<string>;
  disputedAmount: Generated<string>;
  surplusAmount: Generated<string>;
  refundStatus: Generated<"none" | "processing" | "partial" | "full">;
  disputeStatus: Generated<"none" | "pending" | "win" | "lost">;
  settlementStatus: Generated<"none" | "unsettled" | "settled">;
  settleCurrency: string | null;
  settleAmount: string | null;
  feeAmount: string | null;
  feeTaxAmount: string | null;
  netAmount: string | null;
  gatewayCostAmount: string | null;
  gatewayCostCurrency: string | null;
  fxRate: string | null;
  fxQuoteId: string | null;
  feeRule: Json;
  fx: Json;
  dueDate: string | null;
  email: string | null;
  country: string | null;
  ip: string | null;
  domain: string | null;
  paymentMethod: string | null;
  methodCategory: MethodCategory | null;
  channelId: string | null;
  gatewayId: string | null;
  gatewayAccountId: string | null;
  transactionNo: string | null;
  cardBrand: string | null;
  cardBin: string | null;
  cardLast4: string | null;
  cardCountry: string | null;
  cardFingerprint: string | null;
  threeDs: Json;
  captureMethod: "automatic" | "manual";
  captureDeadline: string | null;
  riskDecision: Generated<"allow" | "review" | "reject">;
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
  origin: Generated<"platform" | "import">;
  importId: Generated<string | null>;
  version: Generated<number>;
}

interface CoinOrderParticulars {
  merchantId: string;
  orderId: string;
  items: JSONColumnType<Record<string, unknown>[]>;
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

interface PaymentAttempts {
  merchantId: string;
  id: string;
  tenantId: number;
  attemptNo: string;
  orderId: string;
  orderNo: string;
  mode: Mode;
  seq: number;
  status:
    | "initiated"
    | "authentication_pending"
    | "submitting"
    | "unknown"
    | "authorized"
    | "capture_pending"
    | "captured"
    | "declined"
    | "error"
    | "voided"
    | "expired";
  trigger: "payer" | "auto_retry" | "failover" | "step_up" | "subscription" | "operator";
  gatewayId: string | null;
  gatewayAccountId: string;
  channelId: string | null;
  paymentMethod: string;
  methodCategory: MethodCategory;
  isThreeDsForced: Generated<boolean>;
  routeDecision: Json;
  amount: string;
  currency: string;
  authorizedAmount: Generated<string>;
  capturedAmount: Generated<string>;
  isReleaseAsked: Generated<boolean>;
  /** How often its gateway refused to give it back: a release after that has a key of its own. */
  releaseTries: Generated<number>;
  /** What `Agreement` of the contract reads; null for attempts from before agreements. */
  agreement: Json;
  /** Names of what people were told of it, each once. */
  reported: Json;
  nextAction: Json;
  upstreamIntentId: string | null;
  upstreamAttemptId: string | null;
  transactionNo: string | null;
  arn: string | null;
  authCode: string | null;
  avsResult: string | null;
  cvcResult: string | null;
  threeDs: Json;
  declineCode: string | null;
  declineCategory: string | null;
  upstreamCode: string | null;
  upstreamMessage: string | null;
  merchantAdviceCode: string | null;
  retryable: boolean | null;
  retryAfter: string | null;
  expectedCost: string | null;
  cardBrand: string | null;
  cardBin: string | null;
  cardLast4: string | null;
  cardCountry: string | null;
  cardFingerprint: string | null;
  consentInitiator: "payer" | "merchant" | null;
  consentUsage: "recurring" | "unscheduled" | null;
  consentReference: string | null;
  schemeTransactionId: string | null;
  tokenReference: string | null;
  isDuplicate: Generated<boolean>;
  upstreamTime: string | null;
  queryCount: Generated<number>;
  notFoundCount: Generated<number>;
  nextQueryTime: string | null;
  startedTime: string;
  finishedTime: string | null;
  latencyMs: number | null;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface Captures {
  merchantId: string;
  id: string;
  tenantId: number;
  captureNo: string;
  orderId: string;
  orderNo: string;
  attemptId: string;
  mode: Mode;
  seq: number;
  status: "asked" | "sent" | "unknown" | "succeeded" | "failed";
  isFinal: boolean;
  amount: string;
  currency: string;
  reason: string | null;
  gatewayAccountId: string;
  gatewayKey: string | null;
  upstreamId: string | null;
  failureCode: string | null;
  upstreamCode: string | null;
  upstreamMessage: string | null;
  askedTime: string;
  sentTime: string | null;
  finishedTime: string | null;
  sendCount: Generated<number>;
  queryCount: Generated<number>;
  isPriced: Generated<boolean>;
  settleCurrency: string | null;
  settleAmount: string | null;
  feeAmount: string | null;
  feeTaxAmount: string | null;
  netAmount: string | null;
  gatewayCostAmount: string | null;
  gatewayCostCurrency: string | null;
  fxRate: string | null;
  fx: Json;
  feeRule: Json;
  dueDate: string | null;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface OrderTimeline {
  merchantId: string;
  orderId: string;
  seq: number;
  time: string;
  receivedTime: string | null;
  kind:
    | "status"
    | "attempt"
    | "risk"
    | "authentication"
    | "capture"
    | "refund"
    | "dispute"
    | "ledger"
    | "settlement"
    | "webhook_in"
    | "webhook_out"
    | "operator"
    | "note";
  title: string;
  detail: JSONColumnType<Record<string, unknown>>;
  objectId: string | null;
  fromState: string | null;
  action: string | null;
  toState: string | null;
  actorType: "payer" | "merchant" | "operator" | "system" | "gateway";
  actorId: string | null;
  actorName: string | null;
  amount: string | null;
  currency: string | null;
  refType: string | null;
  refId: string | null;
  visibility: "all" | "operator";
}

interface OrderExchanges {
  merchantId: string;
  id: string;
  orderId: string;
  attemptId: string | null;
  time: string;
  direction: "merchant_in" | "merchant_out" | "gateway_out" | "gateway_in";
  operation: string;
  httpMethod: string | null;
  url: string | null;
  httpStatus: number | null;
  latencyMs: number | null;
  result: "success" | "declined" | "error" | "timeout";
  requestHeaders: Json;
  requestBody: string | null;
  responseHeaders: Json;
  responseBody: string | null;
  requestId: string | null;
  upstreamRequestId: string | null;
  idempotencyKey: string | null;
}

interface PaymentDues {
  merchantId: string;
  id: string;
  tenantId: number;
  dueNo: string;
  orderId: string;
  orderNo: string;
  attemptId: string;
  mode: Mode;
  kind: "amount_mismatch" | "duplicate_payment" | "late_success";
  status: "open" | "awaiting_approval" | "to_return" | "booked";
  gatewayAccountId: string;
  upstreamPaymentId: string;
  amount: string;
  currency: string;
  expectedAmount: string;
  expectedCurrency: string;
  heldAmount: string;
  bookedAmount: Generated<string>;
  captureId: string | null;
  action: "book" | "return" | null;
  proposeUserId: number | null;
  proposeUserName: string | null;
  proposeReason: string | null;
  proposeTime: string | null;
  decideUserId: number | null;
  decideUserName: string | null;
  decideReason: string | null;
  decideTime: string | null;
  createTime: string;
  version: Generated<number>;
  needsApproval: Generated<boolean>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface UnpricedCaptures {
  merchantId: string;
  id: string;
  orderId: string;
  attemptId: string;
  amount: string;
  currency: string;
  capturedBefore: string;
  reason: "no_agreement" | "unpriceable" | "altered";
  createTime: string;
  tries: Generated<number>;
  nextTryTime: string | null;
}

interface SweepFailures {
  merchantId: string;
  objectId: string;
  tries: Generated<number>;
  nextTryTime: string;
}

/** Orders and everything that hangs off one. */
export interface OrderTables {
  coinOrders: CoinOrders;
  coinOrderParticulars: CoinOrderParticulars;
  paymentAttempts: PaymentAttempts;
  captures: Captures;
  orderTimeline: OrderTimeline;
  orderExchanges: OrderExchanges;
  paymentDues: PaymentDues;
  unpricedCaptures: UnpricedCaptures;
  sweepFailures: SweepFailures;
}

const ofMerchant = { scope: { merchant: "merchantId" }, placement: "distributed" } as const;
const ofTenant = { scope: { tenant: "tenantId", merchant: "merchantId" }, placement: "distributed" } as const;

export const orderManifest: Readonly<Record<keyof OrderTables, TableFacts>> = {
  coinOrders: { ...ofTenant, grant: "readWrite" },
  coinOrderParticulars: { ...ofMerchant, grant: "readWrite" },
  paymentAttempts: { ...ofTenant, grant: "readWrite" },
  captures: { ...ofTenant, grant: "readWrite" },
  orderTimeline: { ...ofMerchant, grant: "appendOnly" },
  orderExchanges: { ...ofMerchant, grant: "keptForAWhile" },
  paymentDues: { ...ofTenant, grant: "readWrite" },
  unpricedCaptures: { ...ofMerchant, grant: "readWrite" },
  sweepFailures: { ...ofMerchant, grant: "readWrite" },
};
