import type { DeclineCategoryName, DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import type { Money } from "@countinghouse/money/money.ts";

/** One loggable exchange with a gateway: without card data, keys or tokens, bodies of 64 KB at most. */
export interface GatewayExchange {
  /** `create`, `confirm`, `capture`, `void`, `refund`, `query`, `login`, `test`. */
  readonly operation: string;
  readonly url: string;
  readonly httpMethod: string;
  /** Null when no answer came. */
  readonly httpStatus: number | null;
  readonly latencyMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string | null;
  readonly idempotencyKey: string | null;
  /** The gateway's own request id. */
  readonly upstreamRequestId: string | null;
  readonly result: "success" | "declined" | "error" | "timeout";
  readonly startedAt: string;
}

/** Storable card data. */
export interface ReportedCard {
  readonly brand: string | null;
  readonly bin: string | null;
  readonly last4: string | null;
  /** ISO 3166-1 alpha-2 of the issuer, where the gateway tells it. */
  readonly country: string | null;
  /** The gateway's card fingerprint: equal for equal cards of one gateway account. */
  readonly fingerprint: string | null;
}

export interface ReportedThreeDs {
  readonly flow: "challenge" | "frictionless" | "attempted" | null;
  readonly version: string | null;
  readonly eci: string | null;
  readonly liabilityShift: boolean | null;
}

/** One capture as the gateway reports it: by its number and by the idempotency key. */
export interface ReportedCapture {
  readonly id: string;
  readonly key: string | null;
  readonly amount: Money;
}

/** Reference for later payments without the payer; null for what the gateway does not give. */
export interface StoredCredential {
  /** Scheme transaction id: proves the payer's consent to the issuer. */
  readonly schemeTransactionId: string | null;
  /** The gateway's token for the card; never the card itself. */
  readonly tokenReference: string | null;
  /** The gateway's own id of the consent. */
  readonly consentReference: string | null;
}

/** Facts about a payment in any state; null for what the gateway does not give. */
export interface PaymentFacts {
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string | null;
  /** The payment's id in the gateway's reports. */
  readonly transactionNo: string | null;
  /** The requested amount as the gateway knows it. */
  readonly amount: Money | null;
  /** Total captured so far. */
  readonly capturedAmount: Money | null;
  /** The single captures; null where the gateway does not number them. */
  readonly captures: readonly ReportedCapture[] | null;
  readonly refundedAmount: Money | null;
  readonly arn: string | null;
  readonly authCode: string | null;
  readonly avs: "match" | "mismatch" | "unavailable" | null;
  readonly cvc: "match" | "mismatch" | "unavailable" | null;
  readonly threeDs: ReportedThreeDs | null;
  readonly card: ReportedCard | null;
  readonly credential: StoredCredential | null;
  /** When the payment last changed, by the gateway's clock. */
  readonly occurredAt: string | null;
}

/** The action required of the payer. */
export interface PayerAction {
  readonly type: "redirect" | "qr" | "voucher" | "3ds";
  readonly url: string | null;
  /** Content of the code to display. */
  readonly data: string | null;
  readonly expiresAt: string | null;
}

/** Why the issuer or provider declined. */
export interface DeclineFacts {
  readonly code: DeclineCodeName;
  readonly category: DeclineCategoryName;
  /** Code of provider and network; for operators, never for payers. */
  readonly upstreamCode: string | null;
  readonly upstreamMessage: string | null;
  readonly adviceCode: string | null;
  /** No retry before this instant. */
  readonly retryAfter: string | null;
}

/** The exchanges behind an outcome, for the log. Notifications have none. */
export interface WithExchanges {
  readonly exchanges: readonly GatewayExchange[];
}

/**
 * Definitely not processed: refused before sending, or refused by the gateway without leaving a payment. The only
 * failure after which the order may be tried elsewhere.
 */
export interface NotProcessedOutcome extends WithExchanges {
  readonly kind: "error";
  readonly code: DeclineCodeName | "amount_not_representable";
  readonly upstreamCode: string | null;
  readonly upstreamMessage: string | null;
  readonly retryAfter: string | null;
  /** Set when something, such as an intent, was created at the gateway before the failure. */
  readonly upstreamIntentId: string | null;
}

/**
 * Sent without a valid answer: a payment may exist. Never shown as failed and never retried under another number;
 * `query` resolves it.
 */
export interface UnknownOutcome extends WithExchanges {
  readonly kind: "unknown";
  /** Cause: `timeout`, `reset`, `too_long`, `garbage`, `duplicate`, `in_progress`, `http_500`. */
  readonly reason: string;
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string | null;
}

export type CallFailure = NotProcessedOutcome | UnknownOutcome;

/** A payment as the gateway says it is. */
export type PaymentState =
  /** `capturedAmount` is the gateway's total; the caller compares it with the requested amount. */
  | { readonly kind: "captured"; readonly capturedAmount: Money }
  /** Authorised; with partial captures, `capturedAmount` is the total captured so far. */
  | { readonly kind: "authorized" }
  | { readonly kind: "action_required"; readonly action: PayerAction }
  | { readonly kind: "pending" }
  | { readonly kind: "declined"; readonly decline: DeclineFacts }
  | { readonly kind: "voided" }
  /** Authentication or authorisation expired; `decline` is set where the payer caused it. */
  | { readonly kind: "expired"; readonly decline: DeclineFacts | null }
  /** Captured and taken back without a dispute: a returned direct debit. */
  | { readonly kind: "reversed"; readonly decline: DeclineFacts | null };

export type PaymentReport = PaymentFacts & PaymentState & WithExchanges;
export type PaymentOutcome = PaymentReport | CallFailure;

/** The gateway answered that it has no such payment or refund. */
export interface NotFoundOutcome extends WithExchanges {
  readonly kind: "not_found";
}

/** A query without an answer is `unknown`, whatever the reason: it says nothing about the payment. */
export type QueryOutcome = PaymentReport | NotFoundOutcome | UnknownOutcome;

export interface RefundReport extends WithExchanges {
  readonly kind: "succeeded" | "pending" | "failed" | "reversed";
  readonly upstreamRefundId: string | null;
  readonly upstreamAttemptId: string | null;
  readonly amount: Money | null;
  readonly arn: string | null;
  /** Why a refund failed or came back, in the gateway's words. */
  readonly failureCode: string | null;
  readonly occurredAt: string | null;
}

/** A definite refusal of a refund, for example for insufficient balance. */
export interface RefundRefused extends WithExchanges {
  readonly kind: "refused";
  readonly upstreamCode: string;
  readonly upstreamMessage: string | null;
}

export type RefundOutcome = RefundReport | RefundRefused | CallFailure;
export type RefundQueryOutcome = RefundReport | NotFoundOutcome | UnknownOutcome;

/** A transfer as the provider reports it. */
export interface PayoutReport extends WithExchanges {
  readonly kind: "pending" | "paid" | "failed" | "returned";
  /** Our number, where the provider returns it. */
  readonly payoutNo: string | null;
  readonly providerReference: string | null;
  readonly amount: Money | null;
  /** Why it failed or came back, in the provider's words. */
  readonly failureCode: string | null;
  readonly occurredAt: string | null;
}

/** A definite refusal of a transfer, for example for insufficient balance. */
export interface PayoutRefused extends WithExchanges {
  readonly kind: "refused";
  readonly upstreamCode: string;
  readonly upstreamMessage: string | null;
}

export type PayoutOutcome = PayoutReport | PayoutRefused | CallFailure;
export type PayoutQueryOutcome = PayoutReport | NotFoundOutcome | UnknownOutcome;

/** Our balance for payouts at a provider in one currency; null where it sets no limit. */
export interface PayoutBalance extends WithExchanges {
  readonly kind: "held";
  readonly available: Money | null;
}
export type PayoutBalanceOutcome = PayoutBalance | UnknownOutcome;

/** Result of an account holder check; it may be inconclusive. */
export interface AccountChecked extends WithExchanges {
  readonly kind: "checked";
  readonly result: "match" | "mismatch" | "unknown";
}
export type AccountCheckOutcome = AccountChecked | UnknownOutcome;

export type TestOutcome = WithExchanges & { readonly latencyMs: number } & (
    | { readonly kind: "ok" }
    | { readonly kind: "failed"; readonly reason: "credentials" | "unreachable" | "timeout" | "unexpected" }
  );

/** How a call counts for its account's health: a decline by an issuer counts as success. */
export function healthOf(
  outcome: PaymentOutcome | QueryOutcome | RefundOutcome | RefundQueryOutcome | PayoutOutcome | PayoutQueryOutcome,
): "ok" | "technical_error" | "timeout" {
  if (outcome.kind === "unknown") return outcome.reason === "timeout" ? "timeout" : "technical_error";
  if (outcome.kind !== "error") return "ok";
  return outcome.code === "amount_not_representable" || isOurMistake(outcome.code) ? "ok" : "technical_error";
}

const isOurMistake = (code: DeclineCodeName): boolean => code === "invalid_transaction" || code === "invalid_amount";

/** Total duration of an outcome's exchanges, in milliseconds. */
export const latencyOf = ({ exchanges }: WithExchanges): number =>
  exchanges.reduce((sum, { latencyMs }) => sum + latencyMs, 0);
