import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineOfIso } from "@countinghouse/contract/decline-rules.ts";
import { z } from "zod";
import { readAmount, readInstant } from "./airwallex-amounts.wire.ts";
import { checkOf, credentialOf, threeDsOf } from "./airwallex-facts.wire.ts";
import { declineOfCode, refusalOfNetwork } from "./airwallex-refusals.wire.ts";
import { declineFacts, noFacts } from "./answer.wire.ts";
import type { GatewayExchange, PaymentFacts, PaymentReport, PaymentState, RefundReport } from "./outcome.port.ts";

const id = z.string().min(1).max(64);
const short = z.string().max(512);
/** Digits of a JSON number, or a number as text. */
const decimal = z.string().max(32);

const Failure = z.object({ code: short.nullish(), original_response_code: short.nullish() });

const Attempt = z.object({
  id,
  payment_intent_id: id.nullish(),
  merchant_order_id: short.nullish(),
  amount: decimal.nullish(),
  captured_amount: decimal.nullish(),
  refunded_amount: decimal.nullish(),
  currency: z.string().length(3).nullish(),
  status: short,
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
  payment_method_transaction_id: short.nullish(),
  payment_consent_id: short.nullish(),
  updated_at: short.nullish(),
});
type Attempt = z.output<typeof Attempt>;

/** A payment intent with its latest attempt. */
export const AirwallexIntent = z.object({
  id,
  merchant_order_id: short.nullish(),
  amount: decimal,
  captured_amount: decimal.nullish(),
  currency: z.string().length(3),
  status: short,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  latest_payment_attempt: Attempt.nullish(),
  next_action: z
    .object({
      type: short.nullish(),
      url: short.nullish(),
      qrcode: short.nullish(),
      qrcode_url: short.nullish(),
      fallback_url: short.nullish(),
      expires_at: short.nullish(),
    })
    .nullish(),
  updated_at: short.nullish(),
});
export type AirwallexIntent = z.output<typeof AirwallexIntent>;

/** An entry of an intent list, which has only identifiers. */
export const AirwallexListedIntent = z.object({ id, metadata: z.record(z.string(), z.unknown()).nullish() });

/** An attempt on its own, as in attempt events. */
export const AirwallexAttempt = Attempt.extend({ payment_intent_id: id });

/** A refund. */
export const AirwallexRefund = z.object({
  id,
  request_id: short.nullish(),
  payment_attempt_id: id.nullish(),
  payment_intent_id: id.nullish(),
  amount: decimal,
  currency: z.string().length(3),
  status: short,
  acquirer_reference_number: short.nullish(),
  failure_details: Failure.nullish(),
  updated_at: short.nullish(),
});
export type AirwallexRefund = z.output<typeof AirwallexRefund>;

const NotifiedFields = z.looseObject({ id, created_at: short.nullish(), updated_at: short.nullish() });

/** A notification's payload: the object stands in `object`, for payouts and deposits in `data` itself. */
export const AirwallexEvent = z.object({
  id: z.string().min(1).max(128),
  name: z.string().min(1).max(128),
  created_at: short.nullish(),
  data: z.union([z.object({ object: NotifiedFields }).transform(({ object }) => object), NotifiedFields]),
});

function declineOfAttempt(attempt: Attempt, absent: DeclineCodeName) {
  const { failure_code, failure_details, payment_method, merchant_advice_code } = attempt;
  const code = failure_code ?? failure_details?.code ?? "";
  const response = refusalOfNetwork(attempt.provider_original_response_code ?? failure_details?.original_response_code);
  const brand = payment_method?.card?.brand ?? undefined;
  const byNetwork = response === null ? undefined : declineOfIso(response, brand);
  const known = byNetwork ?? declineOfCode(code, response) ?? absent;
  return declineFacts(known, { upstreamCode: response ?? (code || null), adviceCode: merchant_advice_code ?? null });
}

/** An amount of an attempt, in the intent's currency where it has none of its own. */
const amountIn = (text: string | null | undefined, code: string | null) =>
  text && code !== null ? readAmount(text, code) : null;

function factsOf(attempt: Attempt, code: string | null): PaymentFacts {
  const amountOf = (text: string | null | undefined) => amountIn(text, code);
  const { payment_method, authentication_data } = attempt;
  const card = payment_method?.card;
  return {
    ...noFacts,
    upstreamIntentId: attempt.payment_intent_id ?? null,
    upstreamAttemptId: attempt.id,
    // The id used in the gateway's financial reports.
    transactionNo: attempt.id,
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

/** The state of an attempt's status; undefined for an unknown one, since new ones may be added. */
function stateOfAttempt(attempt: Attempt, code: string | null): PaymentState | undefined {
  const captured = amountIn(attempt.captured_amount, code);
  // Events of attempts may name no currency; whether anything was captured shows in the digits alone.
  const isTaken = /[1-9]/.test(attempt.captured_amount ?? "");
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
      // Without the captured amount it says less than the intent, which has an event of its own.
      return isTaken && captured ? { kind: "captured", capturedAmount: captured } : undefined;
    case "FAILED":
      return isTaken
        ? { kind: "reversed", decline: declineOfAttempt(attempt, "bank_rejected") }
        : { kind: "declined", decline: declineOfAttempt(attempt, "generic_decline") };
    case "CANCELLED":
      return { kind: "voided" };
    case "EXPIRED":
      return {
        kind: "expired",
        decline: declineFacts(attempt.payment_method?.card ? "authentication_abandoned" : "checkout_expired"),
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
      url: next?.url ?? next?.qrcode_url ?? next?.fallback_url ?? null,
      data: next?.qrcode ?? null,
      expiresAt: readInstant(next?.expires_at),
    },
  };
}

/** An intent without a payment: not tried yet, or in an unknown status. */
export type IntentWithoutPayment = "untried" | "unreadable";

function stateOfIntent(intent: AirwallexIntent): PaymentState | IntentWithoutPayment {
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
      return attempt ? (stateOfAttempt(attempt, intent.currency) ?? "unreadable") : "untried";
    default:
      return "unreadable";
  }
}

/** The report of an intent. Throws a `MoneyError` for an unsupported amount. */
export function intentReport(
  intent: AirwallexIntent,
  exchanges: readonly GatewayExchange[],
): PaymentReport | IntentWithoutPayment {
  const state = stateOfIntent(intent);
  if (typeof state === "string") return state;
  const { latest_payment_attempt: attempt, currency } = intent;
  return {
    ...(attempt ? factsOf(attempt, currency) : noFacts),
    upstreamIntentId: intent.id,
    amount: readAmount(intent.amount, currency),
    capturedAmount: readAmount(intent.captured_amount ?? "0", currency),
    occurredAt: readInstant(intent.updated_at) ?? readInstant(attempt?.updated_at),
    ...state,
    exchanges,
  };
}

/** The report of a single attempt; undefined where only its intent can tell. */
export function attemptReport(attempt: Attempt, exchanges: readonly GatewayExchange[]): PaymentReport | undefined {
  const code = attempt.currency ?? null;
  const state = stateOfAttempt(attempt, code);
  return state && { ...factsOf(attempt, code), ...state, exchanges };
}

const refundKinds: Readonly<Record<string, RefundReport["kind"]>> = {
  RECEIVED: "pending",
  ACCEPTED: "pending",
  SETTLED: "succeeded",
  SUCCEEDED: "succeeded",
  FAILED: "failed",
};

/** The report of a refund; undefined for an unknown status. Throws a `MoneyError` as for an intent. */
export function airwallexRefundReport(
  refund: AirwallexRefund,
  exchanges: readonly GatewayExchange[],
): RefundReport | undefined {
  const kind = refundKinds[refund.status];
  return (
    kind && {
      kind,
      upstreamRefundId: refund.id,
      upstreamAttemptId: refund.payment_attempt_id ?? null,
      amount: readAmount(refund.amount, refund.currency),
      arn: refund.acquirer_reference_number ?? null,
      failureCode: refund.failure_details?.code ?? null,
      occurredAt: readInstant(refund.updated_at),
      exchanges,
    }
  );
}
