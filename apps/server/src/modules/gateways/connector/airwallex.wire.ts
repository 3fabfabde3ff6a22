import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineOfIso } from "@countinghouse/contract/decline-rules.ts";
import { currency, exponentOf } from "@countinghouse/money/currency.ts";
import { formatDecimal, parseDecimal } from "@countinghouse/money/decimal-amount.ts";
import { type ExponentOverrides, toGatewayUnits } from "@countinghouse/money/gateway-units.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { z } from "zod";
import { checkOf, credentialOf, threeDsOf } from "./airwallex-facts.wire.ts";
import { declined, noFacts } from "./answer.wire.ts";
import type { Exchange, PaymentFacts, PaymentReport, PaymentState, RefundReport } from "./outcome.port.ts";

const id = z.string().min(1).max(64);
const short = z.string().max(512);
/** Digits of a JSON number, or a number as text. */
const decimal = z.string().max(32);

const Failure = z.object({ code: short.nullish(), original_response_code: short.nullish() });

const Attempt = z.object({
  id,
  payment_intent_id: id.nullish(),
  merchant_order_id: short.nullish(),
  amount: decimal,
  captured_amount: decimal.nullish(),
  refunded_amount: decimal.nullish(),
  currency: z.string().length(3),
  status: z.string(),
  payment_method: z
    .object({
      id: id.nullish(),
      card: z
        .object({
          brand: short.nullish(),
          bin: short.nullish(),
          last4: short.nullish(),
          issuer_country_code: short.nullish(),
          fingerprint: short.nullish(),
        })
        .nullish(),
    })
    .nullish(),
  authentication_data: z
    .object({
      avs_result: short.nullish(),
      cvc_result: short.nullish(),
      ds_data: z
        .object({
          version: short.nullish(),
          eci: short.nullish(),
          liability_shift_indicator: short.nullish(),
          frictionless: short.nullish(),
        })
        .nullish(),
    })
    .nullish(),
  failure_code: short.nullish(),
  provider_original_response_code: short.nullish(),
  failure_details: Failure.nullish(),
  merchant_advice_code: short.nullish(),
  acquirer_reference_number: short.nullish(),
  authorization_code: short.nullish(),
  provider_transaction_id: short.nullish(),
  payment_method_transaction_id: short.nullish(),
  payment_consent_id: short.nullish(),
  updated_at: short.nullish(),
});
type Attempt = z.output<typeof Attempt>;

/** A payment intent with the attempt that counts. */
export const AirwallexIntent = z.object({
  id,
  merchant_order_id: short.nullish(),
  amount: decimal,
  captured_amount: decimal.nullish(),
  currency: z.string().length(3),
  status: z.enum([
    "REQUIRES_PAYMENT_METHOD",
    "REQUIRES_CUSTOMER_ACTION",
    "REQUIRES_CAPTURE",
    "PENDING",
    "PENDING_REVIEW",
    "SUCCEEDED",
    "CANCELLED",
  ]),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  latest_payment_attempt: Attempt.nullish(),
  next_action: z
    .object({
      type: short.nullish(),
      url: short.nullish(),
      qrcode: short.nullish(),
      qrcode_url: short.nullish(),
      expires_at: short.nullish(),
    })
    .nullish(),
  updated_at: short.nullish(),
});
export type AirwallexIntent = z.output<typeof AirwallexIntent>;

/** An attempt that is told of by itself, as events of attempts do. */
export const AirwallexAttempt = Attempt.extend({ payment_intent_id: id });

/** A refund. */
export const AirwallexRefund = z.object({
  id,
  request_id: short.nullish(),
  payment_attempt_id: id.nullish(),
  payment_intent_id: id.nullish(),
  amount: decimal,
  currency: z.string().length(3),
  status: z.enum(["RECEIVED", "ACCEPTED", "SETTLED", "SUCCEEDED", "FAILED"]),
  acquirer_reference_number: short.nullish(),
  failure_details: Failure.nullish(),
  updated_at: short.nullish(),
});
export type AirwallexRefund = z.output<typeof AirwallexRefund>;

/** A refusal. */
export const AirwallexFault = z.object({
  code: z.string().max(128),
  message: short.nullish(),
  trace_id: short.nullish(),
  provider_original_response_code: short.nullish(),
  merchant_advice_code: short.nullish(),
  details: z.object({ original_response_code: short.nullish() }).nullish().catch(null),
});
export type AirwallexFault = z.output<typeof AirwallexFault>;

/** What a notification carries. Not every release says when it was made; what it is about always does. */
export const AirwallexEvent = z.object({
  id: z.string().min(1).max(128),
  name: z.string().min(1).max(128),
  created_at: short.nullish(),
  data: z.object({ object: z.looseObject({ id, created_at: short.nullish(), updated_at: short.nullish() }) }),
});

const numericMember = /amount$/;

/** JSON with every amount as the digits it was written in, so that none passes through a float. */
export function readExact(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown, context?: { readonly source?: string }) =>
      typeof value === "number" && numericMember.test(name) ? (context?.source ?? String(value)) : value,
    );
  } catch {
    return undefined;
  }
}

/** JSON of a body in which the amount stands as a number of exactly these digits. */
export const writeExact = (body: object, amount: string): string =>
  `${JSON.stringify(body).slice(0, -1)},"amount":${amount}}`;

/**
 * An amount as the decimals the gateway takes. Throws `amount_not_representable` where it keeps fewer places for the
 * currency than the amount needs.
 */
export function writeAmount(amount: Money, overrides: ExponentOverrides): string {
  const places = overrides[amount.currency] ?? exponentOf(amount.currency);
  toGatewayUnits(amount, overrides);
  const text = formatDecimal(amount);
  const [whole = "0", fraction = ""] = text.split(".");
  return places === 0 || fraction === "" ? whole : `${whole}.${fraction.slice(0, places)}`;
}

/** Reads decimals of major units; noughts beyond the currency's places are no finer amount. */
export function readAmount(text: string, code: string): Money {
  const places = exponentOf(currency(code));
  const [whole = "", fraction = ""] = text.split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(places, "0");
  return parseDecimal(kept === "" ? whole : `${whole}.${kept}`, code);
}

/** An instant of this wire, `2026-06-01T00:00:00+0000`, as ISO 8601; null for what is none. */
export function readInstant(text: string | null | undefined): string | null {
  const time = Date.parse((text ?? "").replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Refusals that an issuer or provider decided: the payment was tried, and is over. */
const declines: Readonly<Record<string, DeclineCodeName>> = {
  issuer_declined: "generic_decline",
  issuer_unavailable: "issuer_unavailable",
  provider_declined: "generic_decline",
  risk_declined: "risk_declined_upstream",
  authentication_declined: "authentication_failed",
  no_3ds_liability_shift: "authentication_failed",
  "3ds_not_supported": "card_not_supported",
  card_brand_not_supported: "card_not_supported",
};

/** Refusals after which no payment exists and none was tried. */
const refusals: Readonly<Record<string, DeclineCodeName>> = {
  validation_error: "invalid_transaction",
  bad_request: "invalid_transaction",
  resource_not_found: "invalid_transaction",
  not_found: "invalid_transaction",
  invalid_amount: "invalid_amount",
  amount_below_limit: "invalid_amount",
  amount_above_limit: "limit_on_account",
  currency_not_supported: "currency_not_supported",
  configuration_error: "configuration_error",
  payment_method_not_allowed: "configuration_error",
  rejected_by_routing_rules: "configuration_error",
  suspended_from_online_payments: "configuration_error",
  operation_not_supported: "invalid_transaction",
  quote_expired: "invalid_transaction",
  unauthorized: "configuration_error",
  credentials_invalid: "configuration_error",
  too_many_requests: "rate_limited",
  rate_limited: "rate_limited",
  frequency_above_limit: "rate_limited",
  invalid_status_for_operation: "duplicate_transaction",
  resource_already_exists: "duplicate_transaction",
};

const isoOf = (fault: Pick<AirwallexFault, "provider_original_response_code" | "details">): string | null =>
  fault.provider_original_response_code ?? fault.details?.original_response_code ?? null;

/** The decline a refusal tells of; undefined where it tells of none. The network's own code says more than the wire's. */
export function declineIn(fault: AirwallexFault, brand?: string): DeclineCodeName | undefined {
  const iso = isoOf(fault);
  const byNetwork = iso === null ? undefined : declineOfIso(iso, brand);
  const isDecline = Object.hasOwn(declines, fault.code) || (fault.code === "provider_unavailable" && iso !== null);
  return isDecline ? (byNetwork ?? declines[fault.code] ?? "issuer_unavailable") : undefined;
}

/** The error a refusal tells of; undefined where something may have been processed. */
export function errorIn(status: number, fault: AirwallexFault | undefined): DeclineCodeName | undefined {
  if (status === 401 || status === 403) return "configuration_error";
  if (status === 429) return "rate_limited";
  return fault && status < 500 ? refusals[fault.code] : undefined;
}

function declineOfAttempt(attempt: Attempt, absent: DeclineCodeName) {
  const { failure_code, failure_details, payment_method, merchant_advice_code } = attempt;
  const code = failure_code ?? failure_details?.code ?? "";
  const iso = attempt.provider_original_response_code ?? failure_details?.original_response_code ?? null;
  const brand = payment_method?.card?.brand ?? undefined;
  const named = code === "provider_unavailable" ? "issuer_unavailable" : declines[code];
  const known = (iso === null ? undefined : declineOfIso(iso, brand)) ?? named ?? absent;
  return declined(known, { upstreamCode: iso ?? (code || null), adviceCode: merchant_advice_code ?? null });
}

function factsOf(attempt: Attempt): PaymentFacts {
  const amountOf = (text: string | null | undefined) => (text ? readAmount(text, attempt.currency) : null);
  const { payment_method, authentication_data } = attempt;
  const card = payment_method?.card;
  return {
    ...noFacts,
    upstreamIntentId: attempt.payment_intent_id ?? null,
    upstreamAttemptId: attempt.id,
    transactionNo: attempt.provider_transaction_id ?? attempt.id,
    amount: amountOf(attempt.amount),
    capturedAmount: amountOf(attempt.captured_amount),
    refundedAmount: amountOf(attempt.refunded_amount),
    arn: attempt.acquirer_reference_number ?? null,
    authCode: attempt.authorization_code ?? null,
    avs: checkOf(authentication_data?.avs_result),
    cvc: checkOf(authentication_data?.cvc_result),
    threeDs: threeDsOf(authentication_data?.ds_data),
    card: card
      ? {
          brand: card.brand?.toLowerCase() ?? null,
          bin: card.bin ?? null,
          last4: card.last4 ?? null,
          country: card.issuer_country_code ?? null,
          fingerprint: card.fingerprint ?? null,
        }
      : null,
    credential: card ? credentialOf(attempt) : null,
    occurredAt: readInstant(attempt.updated_at),
  };
}

/** What an attempt's status says; undefined for one that is not in the published list. */
function stateOfAttempt(attempt: Attempt): PaymentState | undefined {
  const captured = readAmount(attempt.captured_amount ?? "0", attempt.currency);
  switch (attempt.status) {
    case "RECEIVED":
    case "PENDING":
    case "PENDING_AUTHORIZATION":
      return { kind: "pending" };
    case "AUTHENTICATION_REDIRECTED":
      return { kind: "action_required", action: { type: "3ds", url: null, data: null, expiresAt: null } };
    case "AUTHORIZED":
      return { kind: "authorized" };
    case "CAPTURE_REQUESTED":
    case "SETTLED":
    case "PAID":
      return { kind: "captured", capturedAmount: captured };
    case "FAILED":
      return captured.amountMinor > 0n
        ? { kind: "reversed", decline: declineOfAttempt(attempt, "bank_rejected") }
        : { kind: "declined", decline: declineOfAttempt(attempt, "generic_decline") };
    case "CANCELLED":
      return { kind: "voided" };
    case "EXPIRED":
      return {
        kind: "expired",
        decline: declined(attempt.payment_method?.card ? "authentication_abandoned" : "checkout_expired"),
      };
    default:
      return undefined;
  }
}

function actionOf(intent: AirwallexIntent): PaymentState {
  const { next_action: next, latest_payment_attempt: attempt } = intent;
  const isCard = Boolean(attempt?.payment_method?.card);
  const type = next?.type === "render_qrcode" ? "qr" : isCard ? "3ds" : "redirect";
  return {
    kind: "action_required",
    action: {
      type,
      url: next?.url ?? next?.qrcode_url ?? null,
      data: next?.qrcode ?? null,
      expiresAt: readInstant(next?.expires_at),
    },
  };
}

function stateOfIntent(intent: AirwallexIntent): PaymentState | undefined {
  const { latest_payment_attempt: attempt } = intent;
  switch (intent.status) {
    case "SUCCEEDED":
      return { kind: "captured", capturedAmount: readAmount(intent.captured_amount ?? "0", intent.currency) };
    case "REQUIRES_CAPTURE":
      return { kind: "authorized" };
    case "REQUIRES_CUSTOMER_ACTION":
      return actionOf(intent);
    case "PENDING":
    case "PENDING_REVIEW": // Authorized, and looked into for risk: that may end either way.
      return { kind: "pending" };
    case "CANCELLED":
      return { kind: "voided" };
    case "REQUIRES_PAYMENT_METHOD":
      return attempt ? stateOfAttempt(attempt) : undefined;
  }
}

/**
 * An intent in the platform's words; undefined while nobody has tried to pay it. Throws a `MoneyError` for an amount
 * that is none of ours.
 */
export function intentReport(intent: AirwallexIntent, exchanges: readonly Exchange[]): PaymentReport | undefined {
  const state = stateOfIntent(intent);
  if (!state) return undefined;
  const attempt = intent.latest_payment_attempt;
  return {
    ...(attempt ? factsOf(attempt) : noFacts),
    upstreamIntentId: intent.id,
    amount: readAmount(intent.amount, intent.currency),
    capturedAmount: readAmount(intent.captured_amount ?? "0", intent.currency),
    occurredAt: readInstant(intent.updated_at) ?? readInstant(attempt?.updated_at),
    ...state,
    exchanges,
  };
}

/** An attempt by itself in the platform's words. */
export function attemptReport(attempt: Attempt, exchanges: readonly Exchange[]): PaymentReport | undefined {
  const state = stateOfAttempt(attempt);
  return state && { ...factsOf(attempt), ...state, exchanges };
}

const refundKinds = {
  RECEIVED: "pending",
  ACCEPTED: "pending",
  SETTLED: "succeeded",
  SUCCEEDED: "succeeded",
  FAILED: "failed",
} as const;

/** A refund in the platform's words. */
export const airwallexRefundReport = (refund: AirwallexRefund, exchanges: readonly Exchange[]): RefundReport => ({
  kind: refundKinds[refund.status],
  upstreamRefundId: refund.id,
  upstreamAttemptId: refund.payment_attempt_id ?? null,
  amount: readAmount(refund.amount, refund.currency),
  arn: refund.acquirer_reference_number ?? null,
  failureCode: refund.failure_details?.code ?? null,
  occurredAt: readInstant(refund.updated_at),
  exchanges,
});
