import { text3 } from "@countinghouse/contract/kit/locale.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { AirwallexIntent, AirwallexListedIntent, intentReport } from "./airwallex.wire.ts";
import { writeAmount, writeExact } from "./airwallex-amounts.wire.ts";
import {
  airwallexBodyOf,
  airwallexFailureOf,
  airwallexUnanswered,
  exchangesOf,
  faultOf,
  getFromAirwallex,
  isMissing,
  pageOf,
} from "./airwallex-answer.service.ts";
import { agreementOnWire, deviceOnWire, methodOnWire } from "./airwallex-method.wire.ts";
import { readAirwallexNotification } from "./airwallex-notification.service.ts";
import { airwallexPayouts } from "./airwallex-payout.service.ts";
import { queryRefund, sendRefundToAirwallex } from "./airwallex-refund.service.ts";
import { declineIn } from "./airwallex-refusals.wire.ts";
import { type AirwallexAnswer, callAirwallex } from "./airwallex-session.service.ts";
import { noFacts, notProcessed, unknownOutcome, unlessMoneyError, whyFailed } from "./answer.wire.ts";
import type { Connector, GatewayAccountForCalls, PaymentCall, PaymentReference } from "./connector.port.ts";
import type {
  CallFailure,
  GatewayExchange,
  NotFoundOutcome,
  PaymentOutcome,
  PaymentReport,
  UnknownOutcome,
  WithExchanges,
} from "./outcome.port.ts";

const intents = "/api/v1/pa/payment_intents";
const within = encodeURIComponent;

/** Failure of a step before the payment. No money was requested, unless an earlier call may have created a payment. */
function beforePayment(failure: CallFailure): CallFailure {
  if (failure.kind === "error" || failure.reason === "duplicate") return failure;
  return notProcessed("processor_error", failure.exchanges, { upstreamCode: failure.reason });
}

const withBefore = <T extends WithExchanges>(outcome: T, before: readonly GatewayExchange[]): T => ({
  ...outcome,
  exchanges: [...before, ...outcome.exchanges],
});

/** The report of an intent in an answer; undefined where there is no valid one. */
function reportIn(asked: AirwallexAnswer): PaymentReport | "untried" | undefined {
  const intent = AirwallexIntent.safeParse(airwallexBodyOf(asked));
  const report = intent.success && unlessMoneyError(() => intentReport(intent.data, exchangesOf(asked, "success")));
  if (!report || report === "unreadable") return undefined;
  return report !== "untried" && report.kind === "declined"
    ? { ...report, exchanges: exchangesOf(asked, "declined") }
    : report;
}

/** The outcome of an answer about an intent; keeps the intent's id where the answer shows no payment. */
function intentOutcome(asked: AirwallexAnswer, upstreamIntentId: string): PaymentOutcome {
  const report = reportIn(asked);
  if (report && report !== "untried") return report;
  const fault = faultOf(asked);
  const isNo = asked.answer.kind === "answered" && asked.answer.status === 400;
  const decline = isNo && fault ? declineIn(fault) : undefined;
  if (decline)
    return { ...noFacts, upstreamIntentId, kind: "declined", decline, exchanges: exchangesOf(asked, "declined") };
  return { ...airwallexFailureOf(asked), upstreamIntentId };
}

const amountOf = (account: GatewayAccountForCalls, amount: Money): string | undefined =>
  unlessMoneyError(() => writeAmount(amount, account.exponentOverrides));

/** 3-D Secure is chosen when the intent is created: confirming cannot change it. */
const optionsOf = ({ card, threeDs }: PaymentCall): object =>
  card && threeDs === "force" ? { payment_method_options: { card: { three_ds_action: "FORCE_3DS" } } } : {};

async function createIntent(account: GatewayAccountForCalls, payment: PaymentCall, amount: string) {
  const body = {
    request_id: payment.attemptNo,
    currency: payment.amount.currency,
    merchant_order_id: payment.orderNo,
    metadata: { attempt_no: payment.attemptNo, merchant_id: payment.merchantId },
    ...optionsOf(payment),
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

const confirmBody = (payment: PaymentCall, method: object): object => ({
  request_id: `${payment.attemptNo}-confirm`,
  payment_method: method,
  ...(payment.card
    ? { payment_method_options: { card: { auto_capture: payment.captureMethod === "automatic" } } }
    : {}),
  ...agreementOnWire(payment),
  ...(payment.returnUrl === null ? {} : { return_url: payment.returnUrl }),
  ...deviceOnWire(payment.payer),
});

async function pay(account: GatewayAccountForCalls, payment: PaymentCall): Promise<PaymentOutcome> {
  const amount = amountOf(account, payment.amount);
  if (amount === undefined) return notProcessed("amount_not_representable", []);
  const method = methodOnWire(payment);
  if ("missing" in method)
    return notProcessed("invalid_transaction", [], { upstreamCode: `${method.missing}_missing` });
  const created = await createIntent(account, payment, amount);
  const intent = AirwallexIntent.safeParse(airwallexBodyOf(created));
  if (!intent.success) return beforePayment(airwallexFailureOf(created));
  // A repeated request for the same attempt returns its intent in the present state.
  const known = reportIn(created);
  const { id: upstreamIntentId } = intent.data;
  if (!known) return unknownOutcome("garbage", exchangesOf(created, "error"), { upstreamIntentId });
  if (known !== "untried") return known;
  const confirmed = await callAirwallex(account, {
    operation: "confirm",
    method: "POST",
    path: `${intents}/${within(upstreamIntentId)}/confirm`,
    idempotencyKey: `${payment.attemptNo}-confirm`,
    body: confirmBody(payment, method),
    card: payment.card,
  });
  return withBefore(intentOutcome(confirmed, upstreamIntentId), exchangesOf(created, "success"));
}

const notFound = (asked: AirwallexAnswer): NotFoundOutcome => ({
  kind: "not_found",
  exchanges: exchangesOf(asked, "success"),
});

/** The id of an attempt's intent, from the list by order: list entries contain nothing more. */
async function findIntent(
  account: GatewayAccountForCalls,
  { orderNo, attemptNo }: PaymentReference,
): Promise<NotFoundOutcome | UnknownOutcome | { readonly id: string; readonly before: readonly GatewayExchange[] }> {
  const asked = await getFromAirwallex(account, `${intents}?merchant_order_id=${within(orderNo)}&page_size=100`);
  const page = pageOf(airwallexBodyOf(asked));
  if (!page) return airwallexUnanswered(asked);
  const read = page.items.map((one) => AirwallexListedIntent.safeParse(one));
  const own = read.find(({ data }) => data?.metadata?.attempt_no === attemptNo)?.data;
  if (own) return { id: own.id, before: exchangesOf(asked, "success") };
  // Our intent may be an unreadable entry, or stand on another page.
  const isAbsent = !page.hasMore && read.every(({ success }) => success);
  return isAbsent ? notFound(asked) : unknownOutcome("garbage", exchangesOf(asked, "error"));
}

const query: Connector["query"] = async (account, reference) => {
  const { upstreamIntentId } = reference;
  const found = upstreamIntentId === null ? await findIntent(account, reference) : { id: upstreamIntentId, before: [] };
  if ("kind" in found) return found;
  const asked = await getFromAirwallex(account, `${intents}/${within(found.id)}`);
  const report = reportIn(asked);
  // An intent without a payment attempt means that no payment was requested.
  const outcome = report === "untried" || isMissing(asked) ? notFound(asked) : (report ?? airwallexUnanswered(asked));
  return withBefore(outcome, found.before);
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

const test: Connector["test"] = async (account) => {
  const asked = await getFromAirwallex(account, `${intents}?page_size=1`, "test");
  const isGood = pageOf(airwallexBodyOf(asked)) !== undefined;
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
    "payout",
  ],
  callsAtOnce: { live: 50, test: 10 },
  isSimulated: false,
  pay,
  query,
  capture,
  void: voidPayment,
  refund: sendRefundToAirwallex,
  queryRefund,
  payouts: airwallexPayouts,
  test,
  readNotification: readAirwallexNotification,
};
