import type { DeclineCategoryName, DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import type { Money } from "@countinghouse/money/money.ts";

/** One exchange with a gateway, fit to be kept: no card data, keys or tokens in it, bodies of 64 KB at most. */
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
  /** The gateway's own number of the call. */
  readonly upstreamRequestId: string | null;
  readonly result: "success" | "declined" | "error" | "timeout";
  readonly startedAt: string;
}

/** What a card was, as far as it may be kept. */
export interface ReportedCard {
  readonly brand: string | null;
  readonly bin: string | null;
  readonly last4: string | null;
  /** ISO 3166-1 alpha-2 of the issuer, where the gateway tells it. */
  readonly country: string | null;
  /** The gateway's own mark of the card: equal for equal cards of one gateway account. */
  readonly fingerprint: string | null;
}

export interface ReportedThreeDs {
  readonly flow: "challenge" | "frictionless" | "attempted" | null;
  readonly version: string | null;
  readonly eci: string | null;
  readonly liabilityShift: boolean | null;
}

/** One taking of a payment's money as its gateway tells it: by the gateway's number, and by the key it was asked for with. */
export interface ReportedCapture {
  readonly id: string;
  readonly key: string | null;
  readonly amount: Money;
}

/** What a later payment without the payer goes by; null for what the gateway does not say. */
export interface StoredCredential {
  /** What the scheme calls this payment: it proves to the issuer that the payer agreed. */
  readonly schemeTransactionId: string | null;
  /** By what the gateway knows the card; never the card itself. */
  readonly tokenReference: string | null;
  /** The gateway's own number of what the payer agreed to. */
  readonly consentReference: string | null;
}

/** What the gateway says of a payment whatever its state; null for what it does not say. */
export interface PaymentFacts {
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string | null;
  /** What the gateway's own reports call the payment. */
  readonly transactionNo: string | null;
  /** The amount the gateway believes it was asked for. */
  readonly amount: Money | null;
  /** All that was captured until now. */
  readonly capturedAmount: Money | null;
  /** Each capture by itself; null where the gateway has no numbers for them. */
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

/** What the payer has to do. */
export interface PayerAction {
  readonly type: "redirect" | "qr" | "voucher" | "3ds";
  readonly url: string | null;
  /** Text of the code to show. */
  readonly data: string | null;
  readonly expiresAt: string | null;
}

/** Why the issuer or the provider said no. */
export interface DeclineFacts {
  readonly code: DeclineCodeName;
  readonly category: DeclineCategoryName;
  /** As the provider and the network worded it; for operators, never for payers. */
  readonly upstreamCode: string | null;
  readonly upstreamMessage: string | null;
  readonly adviceCode: string | null;
  /** Not to be tried again before. */
  readonly retryAfter: string | null;
}

/** The exchanges that an outcome came from, for the log. A notification has none. */
export interface WithExchanges {
  readonly exchanges: readonly GatewayExchange[];
}

/**
 * Definitely not processed: refused before it was sent, or refused by the gateway in a way that leaves no payment.
 * The one failure after which the same order may be tried elsewhere.
 */
export interface NotProcessedOutcome extends WithExchanges {
  readonly kind: "error";
  readonly code: DeclineCodeName | "amount_not_representable";
  readonly upstreamCode: string | null;
  readonly upstreamMessage: string | null;
  readonly retryAfter: string | null;
  /** Set when something was created at the gateway before it failed, such as an intent. */
  readonly upstreamIntentId: string | null;
}

/**
 * Bytes were sent and no answer that can be believed came back: a payment may exist. Never shown as failed, never
 * tried again under another number; `query` finds out.
 */
export interface UnknownOutcome extends WithExchanges {
  readonly kind: "unknown";
  /** What went wrong: `timeout`, `reset`, `too_long`, `garbage`, `duplicate`, `in_progress`, `http_500`. */
  readonly reason: string;
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string | null;
}

export type CallFailure = NotProcessedOutcome | UnknownOutcome;

/** A payment as the gateway says it is. */
export type PaymentState =
  /** `capturedAmount` is the sum the gateway took; it is for the caller to compare with what was asked. */
  | { readonly kind: "captured"; readonly capturedAmount: Money }
  /** Reserved; with several captures, `capturedAmount` tells what was taken already. */
  | { readonly kind: "authorized" }
  | { readonly kind: "action_required"; readonly action: PayerAction }
  | { readonly kind: "pending" }
  | { readonly kind: "declined"; readonly decline: DeclineFacts }
  | { readonly kind: "voided" }
  /** Authentication or reservation ran out; `decline` says which, where the payer was at fault. */
  | { readonly kind: "expired"; readonly decline: DeclineFacts | null }
  /** Taken, and taken back since without a dispute: a direct debit that bounced. */
  | { readonly kind: "reversed"; readonly decline: DeclineFacts | null };

export type PaymentReport = PaymentFacts & PaymentState & WithExchanges;
export type PaymentOutcome = PaymentReport | CallFailure;

/** The gateway answered, and has no such payment or refund. */
export interface NotFoundOutcome extends WithExchanges {
  readonly kind: "not_found";
}

/** A question that got no answer is `unknown`, whatever the reason: it says nothing of what was asked about. */
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

/** The gateway's definite no to a refund, such as a balance that is too low. */
export interface RefundRefused extends WithExchanges {
  readonly kind: "refused";
  readonly upstreamCode: string;
  readonly upstreamMessage: string | null;
}

export type RefundOutcome = RefundReport | RefundRefused | CallFailure;
export type RefundQueryOutcome = RefundReport | NotFoundOutcome | UnknownOutcome;

/** A transfer to somebody's account as the provider says it is. */
export interface PayoutReport extends WithExchanges {
  readonly kind: "pending" | "paid" | "failed" | "returned";
  /** Our number of it, as far as the provider tells it. */
  readonly payoutNo: string | null;
  readonly providerReference: string | null;
  readonly amount: Money | null;
  /** Why it failed or came back, in the provider's words. */
  readonly failureCode: string | null;
  readonly occurredAt: string | null;
}

/** The provider's definite no to a transfer, such as a balance that is too low. */
export interface PayoutRefused extends WithExchanges {
  readonly kind: "refused";
  readonly upstreamCode: string;
  readonly upstreamMessage: string | null;
}

export type PayoutOutcome = PayoutReport | PayoutRefused | CallFailure;
export type PayoutQueryOutcome = PayoutReport | NotFoundOutcome | UnknownOutcome;

/** What a provider has of ours to pay out of in one currency; null where it sets no end. */
export interface PayoutBalance extends WithExchanges {
  readonly kind: "held";
  readonly available: Money | null;
}
export type PayoutBalanceOutcome = PayoutBalance | UnknownOutcome;

/** What a provider says of the name of an account. It may have been asked and not know. */
export interface AccountChecked extends WithExchanges {
  readonly kind: "checked";
  readonly result: "match" | "mismatch" | "unknown";
}
export type AccountCheckOutcome = AccountChecked | UnknownOutcome;

export type TestOutcome = WithExchanges & { readonly latencyMs: number } & (
    | { readonly kind: "ok" }
    | { readonly kind: "failed"; readonly reason: "credentials" | "unreachable" | "timeout" | "unexpected" }
  );

/** How a call counts for the health of its account: an issuer's "no" is a call that went well. */
export function healthOf(
  outcome: PaymentOutcome | QueryOutcome | RefundOutcome | RefundQueryOutcome | PayoutOutcome | PayoutQueryOutcome,
): "ok" | "technical_error" | "timeout" {
  if (outcome.kind === "unknown") return outcome.reason === "timeout" ? "timeout" : "technical_error";
  if (outcome.kind !== "error") return "ok";
  return outcome.code === "amount_not_representable" || isOurMistake(outcome.code) ? "ok" : "technical_error";
}

const isOurMistake = (code: DeclineCodeName): boolean => code === "invalid_transaction" || code === "invalid_amount";

/** How long the exchanges of an outcome took together. */
export const latencyOf = ({ exchanges }: WithExchanges): number =>
  exchanges.reduce((sum, { latencyMs }) => sum + latencyMs, 0);
