import { text3 } from "@countinghouse/contract/kit/locale.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import {
  AirwallexFault,
  AirwallexIntent,
  AirwallexRefund,
  airwallexRefundReport,
  declineIn,
  errorIn,
  intentReport,
  readExact,
  writeAmount,
  writeExact,
} from "./airwallex.wire.ts";
import { readAirwallexNotification } from "./airwallex-notification.service.ts";
import { type AirwallexAnswer, type AirwallexCall, callAirwallex } from "./airwallex-session.service.ts";
import {
  declined,
  failureToReach,
  messageOf,
  noFacts,
  notProcessed,
  retryAfterOf,
  unknown,
  whyFailed,
} from "./answer.wire.ts";
import type { Connector, GatewayAccountForCalls, PaymentCall } from "./connector.port.ts";
import type {
  CallFailure,
  Exchange,
  NotProcessed,
  PaymentOutcome,
  QueryOutcome,
  Told,
  Unknown,
} from "./outcome.port.ts";

const intents = "/api/v1/pa/payment_intents";
const within = encodeURIComponent;

/** The call's exchanges with the verdict on the last. */
const exchangesOf = (asked: AirwallexAnswer, result: Exchange["result"]): readonly Exchange[] =>
  asked.kind === "no_token" ? asked.failure.exchanges : [...asked.before, { ...asked.answer.exchange, result }];

/** What came back, its amounts as digits; undefined for anything but a 2xx with JSON. */
function bodyOf({ kind, answer }: AirwallexAnswer): unknown {
  const isGood = kind === "asked" && answer.kind === "answered" && answer.status >= 200 && answer.status < 300;
  return isGood ? readExact(answer.text) : undefined;
}

const faultOf = ({ answer }: AirwallexAnswer): AirwallexFault | undefined =>
  answer.kind === "answered" ? AirwallexFault.safeParse(answer.json).data : undefined;

/** A `MoneyError` says that the gateway's amount is none of ours: the answer cannot be believed. */
function unlessMoneyError<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof MoneyError) return undefined;
    throw error;
  }
}

/** A call that changed or may have changed something, when no object came back. */
function failureOf(asked: AirwallexAnswer): CallFailure {
  if (asked.kind === "no_token") return asked.failure;
  const { answer, before } = asked;
  if (answer.kind !== "answered") {
    const failure = failureToReach(answer);
    return { ...failure, exchanges: [...before, ...failure.exchanges] };
  }
  const exchanges = exchangesOf(asked, "error");
  const fault = faultOf(asked);
  const code = errorIn(answer.status, fault);
  if (code) {
    const retryAfter = retryAfterOf(answer.headers["retry-after"], answer.exchange);
    const upstreamCode = fault?.code ?? String(answer.status);
    return notProcessed(code, exchanges, { upstreamCode, upstreamMessage: fault?.message ?? null, retryAfter });
  }
  if (fault?.code === "duplicate_request") return unknown("duplicate", exchanges);
  if (fault?.code === "idempotency_in_progress") return unknown("in_progress", exchanges);
  return unknown(answer.status < 300 ? "garbage" : `http_${answer.status}`, exchanges);
}

/** The failure of a step before any payment: whatever became of it, no money was asked for. */
function beforePayment(failure: CallFailure, upstreamIntentId: string | null = null): NotProcessed {
  if (failure.kind === "error") return { ...failure, upstreamIntentId };
  return notProcessed("processor_error", failure.exchanges, { upstreamCode: failure.reason, upstreamIntentId });
}

const withBefore = <T extends Told>(outcome: T, before: readonly Exchange[]): T => ({
  ...outcome,
  exchanges: [...before, ...outcome.exchanges],
});

/** The outcome an answer about an intent shows, with the intent's id where it shows none. */
function intentOutcome(asked: AirwallexAnswer, intentId: string): PaymentOutcome {
  const intent = AirwallexIntent.safeParse(bodyOf(asked));
  const report = intent.success && unlessMoneyError(() => intentReport(intent.data, exchangesOf(asked, "success")));
  if (report) return report.kind === "declined" ? { ...report, exchanges: exchangesOf(asked, "declined") } : report;
  const fault = faultOf(asked);
  const isNo = asked.answer.kind === "answered" && asked.answer.status === 400;
  const code = isNo && fault ? declineIn(fault) : undefined;
  if (code && fault) {
    const upstreamCode = fault.provider_original_response_code ?? fault.details?.original_response_code ?? fault.code;
    const { message: upstreamMessage, merchant_advice_code: adviceCode } = fault;
    const decline = declined(code, {
      upstreamCode,
      upstreamMessage: upstreamMessage ?? null,
      adviceCode: adviceCode ?? null,
    });
    return {
      ...noFacts,
      upstreamIntentId: intentId,
      kind: "declined",
      decline,
      exchanges: exchangesOf(asked, "declined"),
    };
  }
  const failure = failureOf(asked);
  return { ...failure, upstreamIntentId: intentId };
}

const amountOf = (account: GatewayAccountForCalls, amount: Money): string | undefined =>
  unlessMoneyError(() => writeAmount(amount, account.exponentOverrides));

async function createIntent(account: GatewayAccountForCalls, payment: PaymentCall, amount: string) {
  const body = {
    request_id: payment.attemptNo,
    currency: payment.amount.currency,
    merchant_order_id: payment.orderNo,
    metadata: { attempt_no: payment.attemptNo, merchant_id: payment.merchantId },
    ...(payment.returnUrl === null ? {} : { return_url: payment.returnUrl }),
    ...(payment.descriptor === null ? {} : { descriptor: payment.descriptor }),
  };
  return callAirwallex(account, {
    operation: "create",
    method: "POST",
    path: `${intents}/create`,
    idempotencyKey: payment.attemptNo,
    body: writeExact(body, amount),
  });
}

/** Names of the catalogue's methods on this wire, where they differ. */
const methodNames: Readonly<Record<string, string>> = {
  alipay: "alipaycn",
  alipay_hk: "alipayhk",
  wechat: "wechatpay",
  wechat_pay: "wechatpay",
};

function methodBody({ method, card }: PaymentCall): object {
  if (card)
    return {
      type: "card",
      card: {
        number: card.number,
        expiry_month: String(card.expMonth).padStart(2, "0"),
        expiry_year: String(card.expYear),
        ...(card.cvc === null ? {} : { cvc: card.cvc }),
        ...(card.holderName === null ? {} : { name: card.holderName }),
      },
    };
  const type = methodNames[method] ?? method;
  return { type, [type]: type === method ? {} : { flow: "webqr" } };
}

/** What the payer agrees to now, for payments without them later. */
const storeData = (storeFor: NonNullable<PaymentCall["storeFor"]>): object => ({
  triggered_by: "customer",
  merchant_trigger_reason: storeFor === "recurring" ? "scheduled" : "unscheduled",
});

/** The consent is kept here and not by the gateway, so the first payment is what it goes by. */
const renewalData = (firstPayment: string): object => ({
  triggered_by: "merchant",
  merchant_trigger_reason: "scheduled",
  original_transaction_id: firstPayment,
});

function confirmBody(payment: PaymentCall): object {
  const { card, payer, renewalOf, returnUrl, storeFor } = payment;
  const options = {
    auto_capture: payment.captureMethod === "automatic",
    ...(payment.threeDs === "force" ? { three_ds_action: "FORCE_3DS" } : {}),
  };
  const browser = payer?.userAgent ? { browser: { user_agent: payer.userAgent } } : {};
  return {
    request_id: `${payment.attemptNo}-confirm`,
    payment_method: methodBody(payment),
    ...(card ? { payment_method_options: { card: options } } : {}),
    ...(storeFor === null ? {} : { external_recurring_data: storeData(storeFor) }),
    ...(renewalOf === null ? {} : { external_recurring_data: renewalData(renewalOf) }),
    ...(returnUrl === null ? {} : { return_url: returnUrl }),
    ...(payer?.ip ? { device_data: { ip_address: payer.ip, ...browser } } : {}),
  };
}

async function pay(account: GatewayAccountForCalls, payment: PaymentCall): Promise<PaymentOutcome> {
  const amount = amountOf(account, payment.amount);
  if (amount === undefined) return notProcessed("amount_not_representable", []);
  const created = await createIntent(account, payment, amount);
  const intent = AirwallexIntent.safeParse(bodyOf(created));
  if (!intent.success) return beforePayment(failureOf(created));
  const before = exchangesOf(created, "success");
  // The same attempt asked for again finds its intent as it is by now.
  const known = unlessMoneyError(() => intentReport(intent.data, before));
  if (known) return known;
  const confirmed = await callAirwallex(account, {
    operation: "confirm",
    method: "POST",
    path: `${intents}/${within(intent.data.id)}/confirm`,
    idempotencyKey: `${payment.attemptNo}-confirm`,
    body: confirmBody(payment),
    card: payment.card,
  });
  return withBefore(intentOutcome(confirmed, intent.data.id), before);
}

const get = (account: GatewayAccountForCalls, path: string, operation = "query"): Promise<AirwallexAnswer> =>
  callAirwallex(account, { operation, method: "GET", path, body: null, idempotencyKey: null });

/** A question without an answer says nothing, not even that nothing was processed. */
function unanswered(asked: AirwallexAnswer): Unknown {
  const failure = failureOf(asked);
  return failure.kind === "unknown" ? failure : unknown(failure.code, failure.exchanges);
}

const isMissing = (asked: AirwallexAnswer): boolean =>
  asked.answer.kind === "answered" &&
  ["resource_not_found", "not_found"].includes(faultOf(asked)?.code ?? "") &&
  [400, 404].includes(asked.answer.status);

const itemsOf = (body: unknown): unknown[] | undefined =>
  body !== null && typeof body === "object" && "items" in body && Array.isArray(body.items) ? body.items : undefined;

const query: Connector["query"] = async (account, { orderNo, attemptNo, upstreamIntentId }): Promise<QueryOutcome> => {
  const isKnown = upstreamIntentId !== null;
  const asked = await get(
    account,
    isKnown ? `${intents}/${within(upstreamIntentId)}` : `${intents}?merchant_order_id=${within(orderNo)}`,
  );
  const body = bodyOf(asked);
  const listed = isKnown ? [body] : itemsOf(body);
  if (isMissing(asked)) return { kind: "not_found", exchanges: exchangesOf(asked, "success") };
  if (body === undefined || !listed) return unanswered(asked);
  const read = listed.map((one) => AirwallexIntent.safeParse(one));
  if (read.some(({ success }) => !success)) return unknown("garbage", exchangesOf(asked, "error"));
  const own = read.flatMap(({ data }) => (data && (isKnown || data.metadata?.attempt_no === attemptNo) ? [data] : []));
  // An intent nobody has tried to pay is a payment that was never asked for.
  const [intent] = own;
  const report = intent && unlessMoneyError(() => ({ report: intentReport(intent, exchangesOf(asked, "success")) }));
  if (intent && !report) return unknown("garbage", exchangesOf(asked, "error"));
  return report?.report ?? { kind: "not_found", exchanges: exchangesOf(asked, "success") };
};

const capture: Connector["capture"] = async (account, { upstreamIntentId, amount, isFinal, idempotencyKey }) => {
  const text = amountOf(account, amount);
  if (text === undefined) return notProcessed("amount_not_representable", []);
  if (!isFinal) return notProcessed("invalid_transaction", [], { upstreamCode: "several_captures_not_supported" });
  const intentId = upstreamIntentId ?? "";
  const asked = await callAirwallex(account, {
    operation: "capture",
    method: "POST",
    path: `${intents}/${within(intentId)}/capture`,
    idempotencyKey,
    body: writeExact({ request_id: idempotencyKey }, text),
  });
  return intentOutcome(asked, intentId);
};

const voidPayment: Connector["void"] = async (account, { upstreamIntentId, idempotencyKey }) => {
  const intentId = upstreamIntentId ?? "";
  const asked = await callAirwallex(account, {
    operation: "void",
    method: "POST",
    path: `${intents}/${within(intentId)}/cancel`,
    idempotencyKey,
    body: { request_id: idempotencyKey, cancellation_reason: "requested_by_merchant" },
  });
  return intentOutcome(asked, intentId);
};

/** Refusals of a refund that money, not a mistake, is the reason of. */
const refundRefusals = [
  "provider_balance_insufficient",
  "refund_amount_exceeded",
  "amount_above_limit",
  "insufficient_balance",
];

const refund: Connector["refund"] = async (account, asked) => {
  const text = amountOf(account, asked.amount);
  if (text === undefined) return notProcessed("amount_not_representable", []);
  const { upstreamAttemptId, upstreamIntentId, refundNo, reason } = asked;
  const call: AirwallexCall = {
    operation: "refund",
    method: "POST",
    path: "/api/v1/pa/refunds/create",
    idempotencyKey: refundNo,
    body: writeExact(
      {
        request_id: refundNo,
        ...(upstreamIntentId === null
          ? { payment_attempt_id: upstreamAttemptId ?? "" }
          : { payment_intent_id: upstreamIntentId }),
        ...(reason === null ? {} : { reason: reason.slice(0, 128) }),
      },
      text,
    ),
  };
  const answered = await callAirwallex(account, call);
  const parsed = AirwallexRefund.safeParse(bodyOf(answered));
  const report =
    parsed.success && unlessMoneyError(() => airwallexRefundReport(parsed.data, exchangesOf(answered, "success")));
  if (report) return report;
  const fault = faultOf(answered);
  if (fault && refundRefusals.includes(fault.code)) {
    const exchanges = exchangesOf(answered, "declined");
    return {
      kind: "refused",
      upstreamCode: fault.code,
      upstreamMessage: messageOf(fault.message),
      exchanges,
    };
  }
  return failureOf(answered);
};

const queryRefund: Connector["queryRefund"] = async (account, { upstreamIntentId, refundNo, upstreamRefundId }) => {
  const refunds = "/api/v1/pa/refunds";
  const isKnown = upstreamRefundId !== null;
  const path = isKnown
    ? `${refunds}/${within(upstreamRefundId)}`
    : `${refunds}?payment_intent_id=${within(upstreamIntentId ?? "")}`;
  const asked = await get(account, path);
  const body = bodyOf(asked);
  const listed = isKnown ? [body] : itemsOf(body);
  if (isMissing(asked)) return { kind: "not_found", exchanges: exchangesOf(asked, "success") };
  if (body === undefined || !listed) return unanswered(asked);
  const read = listed.map((one) => AirwallexRefund.safeParse(one));
  if (read.some(({ success }) => !success)) return unknown("garbage", exchangesOf(asked, "error"));
  const found = read.find(({ data }) => isKnown || data?.request_id === refundNo)?.data;
  if (!found) return { kind: "not_found", exchanges: exchangesOf(asked, "success") };
  const report = unlessMoneyError(() => airwallexRefundReport(found, exchangesOf(asked, "success")));
  return report ?? unknown("garbage", exchangesOf(asked, "error"));
};

const test: Connector["test"] = async (account) => {
  const asked = await get(account, `${intents}?page_size=1`, "test");
  const isGood = itemsOf(bodyOf(asked)) !== undefined;
  const exchanges = exchangesOf(asked, isGood ? "success" : "error");
  const latencyMs = exchanges.reduce((sum, one) => sum + one.latencyMs, 0);
  return isGood
    ? { kind: "ok", latencyMs, exchanges }
    : { kind: "failed", reason: whyFailed(asked.answer), latencyMs, exchanges };
};

/** Airwallex payment acceptance: an intent per attempt, created and confirmed. */
export const airwallexConnector: Connector = {
  code: "airwallex",
  name: text3("Airwallex", "空中云汇 (Airwallex)", "Airwallex"),
  hosts: { live: ["api.airwallex.com"], test: ["api-demo.airwallex.com"] },
  credentialSchema: [
    { name: "clientId", label: text3("Client ID", "Client ID", "Client ID"), secret: false, required: true },
    { name: "apiKey", label: text3("API key", "API 密钥", "API 金鑰"), secret: true, required: true },
  ],
  capabilities: [
    "authorize",
    "capture",
    "partial_capture",
    "void",
    "refund",
    "partial_refund",
    "query",
    "3ds",
    "recurring",
    "webhook",
  ],
  isSimulated: false,
  pay,
  query,
  capture,
  void: voidPayment,
  refund,
  queryRefund,
  test,
  readNotification: readAirwallexNotification,
};
