import { text3 } from "@countinghouse/contract/kit/locale.ts";
import { judged, notProcessed, unlessMoneyError, whyFailed } from "./answer.wire.ts";
import type {
  Connector,
  GatewayAccountForCalls,
  IncomingNotification,
  NotificationFact,
  PaymentCall,
} from "./connector.port.ts";
import type { GatewayReply } from "./gateway-call.service.ts";
import { isSignedBy, readIfProven } from "./notification.wire.ts";
import type { GatewayExchange, PaymentReport, RefundReport } from "./outcome.port.ts";
import { readSettlementCsv } from "./settlement-csv.wire.ts";
import type { SettlementFiles } from "./settlement-file.port.ts";
import {
  NativeFault,
  NativeFiles,
  NativeNotification,
  NativePayment,
  NativePayout,
  NativeRefund,
  nativePayoutReport,
  nativeRefundReport,
  nativeReport,
} from "./simulator.wire.ts";
import { call, failureOf, listedOr, unanswered, unitsOf } from "./simulator-call.service.ts";
import { simulatorPayouts } from "./simulator-payout.service.ts";

/** The payment in an answer; undefined without a valid one. */
function paymentIn(
  account: GatewayAccountForCalls,
  json: unknown,
  exchange: GatewayExchange,
): PaymentReport | undefined {
  const parsed = NativePayment.safeParse(json);
  if (!parsed.success) return undefined;
  const result = parsed.data.status === "declined" ? "declined" : "success";
  return unlessMoneyError(() => nativeReport(parsed.data, account.exponentOverrides, judged(exchange, result)));
}

function refundIn(account: GatewayAccountForCalls, json: unknown, exchange: GatewayExchange): RefundReport | undefined {
  const parsed = NativeRefund.safeParse(json);
  if (!parsed.success) return undefined;
  const result = parsed.data.status === "failed" ? "declined" : "success";
  return unlessMoneyError(() => nativeRefundReport(parsed.data, account.exponentOverrides, judged(exchange, result)));
}

const paymentAnswer = (account: GatewayAccountForCalls, answer: GatewayReply) =>
  (answer.kind === "answered" && answer.status === 200 && paymentIn(account, answer.json, answer.exchange)) ||
  failureOf(answer);

/** The API's name of a catalogue method: all card schemes are one. */
const methodOf = (method: string): string => (method.startsWith("card") ? "card" : method);

async function pay(account: GatewayAccountForCalls, payment: PaymentCall) {
  const amount = unitsOf(account, payment.amount);
  if (amount === undefined) return notProcessed("amount_not_representable", []);
  const { card } = payment;
  const answer = await call(account, {
    operation: "confirm",
    method: "POST",
    path: "/v1/payments",
    idempotencyKey: payment.attemptNo,
    card,
    body: {
      reference: payment.orderNo,
      attempt: payment.attemptNo,
      amount,
      currency: payment.amount.currency,
      captureMethod: payment.captureMethod,
      method: methodOf(payment.method),
      card: card && {
        number: card.number,
        expMonth: card.expMonth,
        expYear: card.expYear,
        ...(card.cvc === null ? {} : { cvc: card.cvc }),
      },
      debitAccount: payment.debitAccount,
      threeDs: payment.threeDs,
      renewalOf: payment.renewalOf,
      storeFor: payment.storeFor,
      returnUrl: payment.returnUrl,
      metadata: { merchant_id: payment.merchantId },
    },
  });
  return paymentAnswer(account, answer);
}

const query: Connector["query"] = async (account, { orderNo, attemptNo, upstreamAttemptId }) => {
  const filter = `?reference=${encodeURIComponent(orderNo)}&attempt=${encodeURIComponent(attemptNo)}`;
  const path = upstreamAttemptId === null ? filter : `/${encodeURIComponent(upstreamAttemptId)}`;
  const answer = await call(account, {
    operation: "query",
    method: "GET",
    path: `/v1/payments${path}`,
    body: null,
    idempotencyKey: null,
  });
  const found = listedOr(answer, upstreamAttemptId === null);
  if (found === "none") return { kind: "not_found", exchanges: judged(answer.exchange, "success") };
  return paymentIn(account, found, answer.exchange) ?? unanswered(answer);
};

const capture: Connector["capture"] = async (account, asked) => {
  const amount = unitsOf(account, asked.amount);
  if (amount === undefined) return notProcessed("amount_not_representable", []);
  const answer = await call(account, {
    operation: "capture",
    method: "POST",
    path: `/v1/payments/${encodeURIComponent(asked.upstreamAttemptId ?? "")}/capture`,
    idempotencyKey: asked.idempotencyKey,
    body: { amount, isFinal: asked.isFinal, reference: asked.idempotencyKey },
  });
  return paymentAnswer(account, answer);
};

const voidPayment: Connector["void"] = async (account, asked) => {
  const answer = await call(account, {
    operation: "void",
    method: "POST",
    path: `/v1/payments/${encodeURIComponent(asked.upstreamAttemptId ?? "")}/void`,
    idempotencyKey: asked.idempotencyKey,
    body: {},
  });
  return paymentAnswer(account, answer);
};

/** Refusals of a refund that no retry can fix: the gateway repeats them for the same key. */
const refundRefusals = ["provider_balance_insufficient", "refund_amount_exceeded", "invalid_status_for_operation"];

const refund: Connector["refund"] = async (account, asked) => {
  const amount = unitsOf(account, asked.amount);
  if (amount === undefined) return notProcessed("amount_not_representable", []);
  const answer = await call(account, {
    operation: "refund",
    method: "POST",
    path: "/v1/refunds",
    idempotencyKey: asked.refundNo,
    body: { paymentId: asked.upstreamAttemptId ?? "", reference: asked.refundNo, amount },
  });
  const report = answer.kind === "answered" && answer.status === 200 && refundIn(account, answer.json, answer.exchange);
  if (report) return report;
  const fault = answer.kind === "answered" ? NativeFault.safeParse(answer.json) : undefined;
  if (!fault?.success || !refundRefusals.includes(fault.data.error.code)) return failureOf(answer);
  const { code, message } = fault.data.error;
  return {
    kind: "refused",
    upstreamCode: code,
    upstreamMessage: message,
    exchanges: judged(answer.exchange, "declined"),
  };
};

const queryRefund: Connector["queryRefund"] = async (account, { refundNo, upstreamRefundId }) => {
  const path =
    upstreamRefundId === null
      ? `?reference=${encodeURIComponent(refundNo)}`
      : `/${encodeURIComponent(upstreamRefundId)}`;
  const answer = await call(account, {
    operation: "query",
    method: "GET",
    path: `/v1/refunds${path}`,
    body: null,
    idempotencyKey: null,
  });
  const found = listedOr(answer, upstreamRefundId === null);
  if (found === "none") return { kind: "not_found", exchanges: judged(answer.exchange, "success") };
  return refundIn(account, found, answer.exchange) ?? unanswered(answer);
};

const fileBytesMax = 268_435_456;

const asking = { operation: "settlement", method: "GET", body: null, idempotencyKey: null } as const;

const settlementFiles: SettlementFiles = {
  read: readSettlementCsv,
  list: async (account) => {
    const answer = await call(account, { ...asking, path: "/v1/settlements" });
    const files = answer.kind === "answered" && answer.status === 200 ? NativeFiles.safeParse(answer.json) : undefined;
    return files?.data?.data.map(({ batchNo }) => ({ batchNo, fileName: `${account.upstreamMid}_${batchNo}.csv` }));
  },
  fetch: async (account, { batchNo }) => {
    const answer = await call(account, {
      ...asking,
      path: `/v1/settlements/${batchNo}`,
      answerBytesMax: fileBytesMax,
    });
    return answer.kind === "answered" && answer.status === 200 ? Buffer.from(answer.text, "utf8") : undefined;
  },
};

const test: Connector["test"] = async (account) => {
  const answer = await call(account, {
    operation: "test",
    method: "GET",
    path: "/v1/settlements",
    body: null,
    idempotencyKey: null,
  });
  const { latencyMs } = answer.exchange;
  if (answer.kind === "answered" && answer.status === 200 && answer.json !== undefined)
    return { kind: "ok", latencyMs, exchanges: judged(answer.exchange, "success") };
  return { kind: "failed", reason: whyFailed(answer), latencyMs, exchanges: judged(answer.exchange, "error") };
};

const signatureShape = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** The simulator's clock may be moved, so a signature's age is not checked; duplicates are recognised by event id. */
function isProven(secret: string | null, { headers, rawBody }: IncomingNotification): boolean {
  const header = headers["x-webhook-signature"];
  const [, seconds, given] = (typeof header === "string" && signatureShape.exec(header)) || [];
  return isSignedBy(secret, [`${seconds}.`, rawBody], given);
}

const readNotification: Connector["readNotification"] = (account, incoming) =>
  readIfProven(
    incoming,
    () => isProven(account.webhookSecret, incoming),
    (text) => {
      const { id, type, createdAt, objectSeq, data } = NativeNotification.parse(JSON.parse(text));
      const fact = factOf(account, data.object, objectSeq);
      return { eventId: id, eventType: type, occurredAt: createdAt, facts: [fact] };
    },
  );

function factOf(account: GatewayAccountForCalls, object: { readonly object: string }, seq: number): NotificationFact {
  const overrides = account.exponentOverrides;
  if (object.object === "payment") {
    const payment = NativePayment.parse(object);
    const { reference: orderNo, attempt, metadata } = payment;
    const outcome = nativeReport(payment, overrides, []);
    const merchantId = metadata?.merchant_id ?? null;
    return { subject: "payment", orderNo, attemptNo: attempt ?? null, merchantId, upstreamSeq: seq, outcome };
  }
  if (object.object === "refund") {
    const refunded = NativeRefund.parse(object);
    const outcome = nativeRefundReport(refunded, overrides, []);
    return { subject: "refund", refundNo: refunded.reference, upstreamSeq: seq, outcome };
  }
  if (object.object === "payout") {
    const paid = NativePayout.parse(object);
    return { subject: "payout", payoutNo: paid.reference, outcome: nativePayoutReport(paid, overrides, []) };
  }
  const { id } = object as { readonly id?: unknown };
  return { subject: "other", objectType: object.object, upstreamId: typeof id === "string" ? id : null };
}

/** The connector of the gateway simulator's native API. */
export const simulatorConnector: Connector = {
  code: "simulator",
  name: text3("Gateway simulator", "网关模拟器", "閘道模擬器"),
  hosts: { live: [], test: [] },
  credentialSchema: [{ name: "apiKey", label: text3("API key", "API 密钥", "API 金鑰"), secret: true, required: true }],
  capabilities: [
    "authorize",
    "capture",
    "partial_capture",
    "multi_capture",
    "void",
    "refund",
    "partial_refund",
    "query",
    "3ds",
    "recurring",
    "payout",
    "dispute_api",
    "settlement_file",
    "webhook",
  ],
  isSimulated: true,
  pay,
  query,
  capture,
  void: voidPayment,
  refund,
  queryRefund,
  payouts: simulatorPayouts,
  settlementFiles,
  test,
  readNotification,
};
