import { equals, isZero, type Money } from "@countinghouse/money/money.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { GatewayExchange, PaymentOutcome, PaymentReport, QueryOutcome } from "../../gateways/connector/index.ts";
import { keepExchanges } from "../order-record/index.ts";
import type { AttemptChange, AttemptRow } from "../payment-attempt/index.ts";
import type { OutcomeSource, ReportedStatus } from "./order-outcome.policy.ts";

/** The outcome of a payment call or query, as the connector reports it. */
export type GatewayOutcome = PaymentOutcome | QueryOutcome;

const isReport = (outcome: GatewayOutcome): outcome is PaymentReport => "occurredAt" in outcome;

/** The status that a gateway's outcome reports, reduced to what verdicts depend on. */
export function reportedStatusOf(outcome: GatewayOutcome): ReportedStatus {
  switch (outcome.kind) {
    case "captured":
      return { kind: "captured", captured: outcome.capturedAmount };
    case "authorized":
      return { kind: "authorized", captured: outcome.capturedAmount };
    case "action_required":
      return { kind: "action_required", type: outcome.action.type };
    case "declined":
      return { kind: "declined", code: outcome.decline.code, adviceCode: outcome.decline.adviceCode };
    case "error":
      return { kind: "error", code: outcome.code };
    case "expired":
      return { kind: "expired", code: outcome.decline?.code ?? null };
    default:
      return { kind: outcome.kind };
  }
}

/** When it happened by the gateway's clock; null where it does not say. */
export const occurredAtOf = (outcome: GatewayOutcome): string | null => (isReport(outcome) ? outcome.occurredAt : null);

/**
 * Whether a newer outcome of the attempt was applied already. Only notifications can be outdated: an answer to our
 * call or query is current, whatever the time of an earlier report.
 */
export function isOlder(outcome: GatewayOutcome, { upstreamTime }: AttemptRow, source: OutcomeSource): boolean {
  const at = occurredAtOf(outcome);
  return source === "notification" && at !== null && upstreamTime !== null && Date.parse(at) < Date.parse(upstreamTime);
}

/** States after an authorisation: it is known to have stood. */
const onceReserved: readonly AttemptRow["status"][] = ["authorized", "capture_pending", "captured", "voided"];

/**
 * Whether an outcome reports more money than is known. Clocks differ, so such an outcome is applied whatever its time.
 */
export function reportsMoreMoney(
  gatewayStatus: ReportedStatus,
  { status, currency, capturedAmount }: AttemptRow,
): boolean {
  if (gatewayStatus.kind !== "captured" && gatewayStatus.kind !== "authorized") return false;
  if (gatewayStatus.kind === "authorized" && !onceReserved.includes(status)) return true;
  const { captured } = gatewayStatus;
  if (captured === null || isZero(captured)) return false;
  return captured.currency !== currency || captured.amountMinor > BigInt(capturedAmount);
}

/** Whether a report is about another payment than the attempt's, whose number never changes once known. */
export const isOtherPayment = (outcome: GatewayOutcome, { upstreamAttemptId }: AttemptRow): boolean =>
  isReport(outcome) &&
  upstreamAttemptId !== null &&
  outcome.upstreamAttemptId !== null &&
  outcome.upstreamAttemptId !== upstreamAttemptId;

/** Whether the gateway reports another requested amount than ours. */
export const isOverAnotherAmount = (outcome: GatewayOutcome, asked: Money): boolean =>
  isReport(outcome) && outcome.amount !== null && !equals(outcome.amount, asked);

/** New values over earlier ones: a value that the gateway omits does not erase an earlier one. */
const known = <V extends object>(values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as Partial<V>;

/** Longest stored text of a gateway, in characters. */
const saidMax = 500;
const cut = (text: string | null): string | null => text?.slice(0, saidMax) ?? null;

/** The attempt's columns that a report fills, besides its status. */
export function factsOfReport(outcome: GatewayOutcome, attempt: AttemptRow): AttemptChange {
  if (outcome.kind === "not_found") return {};
  if (!isReport(outcome)) {
    const { upstreamIntentId } = outcome;
    const attemptId = outcome.kind === "unknown" ? outcome.upstreamAttemptId : null;
    return known({
      upstreamIntentId,
      upstreamAttemptId: attempt.upstreamAttemptId ?? attemptId,
      ...refusalFacts(outcome),
    });
  }
  const { card, threeDs, credential } = outcome;
  const decline = "decline" in outcome ? outcome.decline : null;
  return known({
    upstreamIntentId: outcome.upstreamIntentId,
    upstreamAttemptId: outcome.upstreamAttemptId,
    transactionNo: outcome.transactionNo,
    arn: outcome.arn,
    authCode: outcome.authCode,
    avsResult: outcome.avs,
    cvcResult: outcome.cvc,
    threeDs: threeDs && JSON.stringify(threeDs),
    cardBrand: card?.brand ?? attempt.cardBrand,
    cardBin: attempt.cardBin ?? card?.bin?.slice(0, 8),
    cardLast4: attempt.cardLast4 ?? card?.last4,
    cardCountry: card?.country,
    schemeTransactionId: credential?.schemeTransactionId,
    tokenReference: credential?.tokenReference,
    // Without the payer's consent its reference means nothing.
    consentReference: attempt.consentUsage && credential?.consentReference,
    nextAction: outcome.kind === "action_required" ? JSON.stringify(outcome.action) : null,
    declineCode: decline?.code,
    declineCategory: decline?.category,
    upstreamCode: decline?.upstreamCode,
    upstreamMessage: cut(decline?.upstreamMessage ?? null),
    merchantAdviceCode: decline?.adviceCode,
    retryAfter: decline?.retryAfter,
    upstreamTime: outcome.occurredAt,
  });
}

const refusalFacts = (outcome: Exclude<GatewayOutcome, PaymentReport | { kind: "not_found" }>) =>
  outcome.kind === "error"
    ? {
        declineCode: outcome.code,
        declineCategory: "technical",
        upstreamCode: outcome.upstreamCode,
        upstreamMessage: cut(outcome.upstreamMessage),
        retryAfter: outcome.retryAfter,
      }
    : {};

const rowOf = (ctx: Context, attempt: AttemptRow, exchange: GatewayExchange) => ({
  merchantId: attempt.merchantId,
  id: newId("oxc", ctx.now),
  orderId: attempt.orderId,
  attemptId: attempt.id,
  time: exchange.startedAt,
  direction: "gateway_out" as const,
  operation: exchange.operation,
  httpMethod: exchange.httpMethod,
  url: exchange.url,
  httpStatus: exchange.httpStatus,
  latencyMs: Math.round(exchange.latencyMs),
  result: exchange.result,
  requestHeaders: JSON.stringify(exchange.requestHeaders),
  requestBody: exchange.requestBody,
  responseHeaders: JSON.stringify(exchange.responseHeaders),
  responseBody: exchange.responseBody,
  requestId: ctx.request.id,
  upstreamRequestId: exchange.upstreamRequestId,
  idempotencyKey: exchange.idempotencyKey,
});

/** Stores the exchanges with the gateway, as masked by the connector. */
export const keepReport = (
  ctx: Context,
  attempt: AttemptRow,
  { exchanges }: { readonly exchanges: readonly GatewayExchange[] },
): Promise<void> =>
  keepExchanges(
    ctx,
    exchanges.map((exchange) => rowOf(ctx, attempt, exchange)),
  );
