import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { RefundState } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import type { RefundFailure } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";

/** Why a refund did not reach its payer. */
export type RefundFailureReason = ValueOf<typeof RefundFailure>;

/** Source of a gateway's report about a refund. Only a notification may be older than what is known. */
export type RefundReportSource = "answer" | "query" | "notification";

/** The status that a gateway reports for a refund, reduced to what verdicts depend on. */
export type ReportedRefundStatus =
  /** `isOther`: of another amount than the refund's; `isNew`: under a number not known before. */
  | { readonly kind: "succeeded"; readonly isOther?: boolean; readonly isNew?: boolean }
  | { readonly kind: "pending" | "reversed" }
  | { readonly kind: "failed" | "refused"; readonly code: string | null }
  | { readonly kind: "error"; readonly isLasting: boolean; readonly isPutOff: boolean }
  | { readonly kind: "unknown" | "not_found" };

/** The values of a refund that a verdict depends on. */
export interface RefundSituation {
  readonly status: RefundState;
  readonly isReversed: boolean;
  /** Number of sends, and of sends whose arrival is unknown. */
  readonly attempts: number;
  readonly doubts: number;
  readonly upstreamRefundId: string | null;
}

/** The verdict on a report. */
export type RefundVerdict =
  | { readonly do: "nothing" }
  | { readonly do: "succeed" | "bounce" | "revive" }
  /** It succeeded with another amount than reported before. */
  | { readonly do: "retell" }
  | { readonly do: "fail"; readonly code: RefundFailureReason }
  /** Query again; the outcome is open. */
  | { readonly do: "ask" }
  /** Send again under the same key: the last send did not arrive. */
  | { readonly do: "resend" }
  /** No rule decides: raise an alarm. */
  | { readonly do: "alarm"; readonly reason: "unexpected" };

/** Sends after which a refund that never arrives fails: each of them provably did nothing. */
export const sendsMax = 8;

const codes: readonly (readonly [RegExp, RefundFailureReason])[] = [
  [/closed|expired_card|invalid_account|card_closed/i, "instrument_closed"],
  [/window|too_late|refund_period|expired/i, "window_closed"],
  [/balance|insufficient/i, "provider_balance"],
  [/exceed|already_refunded|amount/i, "nothing_left"],
  [/dispute|chargeback/i, "in_dispute"],
  [/returned_by_bank|reversed|bounce/i, "returned_by_bank"],
];

/** Our failure reason for the gateway's. */
export const refundFailureOf = (upstream: string | null): RefundFailureReason =>
  (upstream && codes.find(([pattern]) => pattern.test(upstream))?.[1]) || "declined";

/** Verdict on a report about an open refund. */
function ofOpen(
  { attempts, doubts, upstreamRefundId }: RefundSituation,
  gatewayStatus: ReportedRefundStatus,
): RefundVerdict {
  switch (gatewayStatus.kind) {
    case "succeeded":
      return { do: "succeed" };
    case "failed":
    case "refused":
      // That one send was refused says nothing about another that may have arrived.
      return gatewayStatus.kind === "refused" && doubts > 1
        ? { do: "ask" }
        : { do: "fail", code: refundFailureOf(gatewayStatus.code) };
    case "reversed":
      return { do: "fail", code: "returned_by_bank" };
    case "pending":
    case "unknown":
      return { do: "ask" };
    case "error":
      if (doubts > 1) return { do: "ask" };
      if (gatewayStatus.isPutOff) return { do: "resend" };
      return gatewayStatus.isLasting || attempts >= sendsMax ? { do: "fail", code: "not_processed" } : { do: "resend" };
    case "not_found":
      // A refund with a gateway number cannot be unknown there.
      return upstreamRefundId === null ? { do: "resend" } : { do: "ask" };
  }
}

/** Verdict on a report about an ended refund. A notification may be outdated, so the gateway is queried. */
function ofEnded(
  { status, isReversed }: RefundSituation,
  gatewayStatus: ReportedRefundStatus,
  source: RefundReportSource,
): RefundVerdict {
  const contradicts =
    (status === "succeeded" && (gatewayStatus.kind === "failed" || gatewayStatus.kind === "reversed")) ||
    (status !== "succeeded" && gatewayStatus.kind === "succeeded");
  const isOther = status === "succeeded" && gatewayStatus.kind === "succeeded" && gatewayStatus.isOther === true;
  if (isOther) return source === "notification" ? { do: "ask" } : { do: "retell" };
  if (!contradicts) return { do: "nothing" };
  if (status === "succeeded")
    return source === "notification" && gatewayStatus.kind === "failed" ? { do: "ask" } : { do: "bounce" };
  const isNew = gatewayStatus.kind === "succeeded" && gatewayStatus.isNew === true;
  if (status === "failed" && (!isReversed || isNew))
    return source === "notification" ? { do: "ask" } : { do: "revive" };
  // The success may be reported again after the money was returned.
  return isReversed ? { do: "nothing" } : { do: "alarm", reason: "unexpected" };
}

/** The verdict on a gateway's report about a refund. Pure; the same report has no effect the second time. */
export function refundVerdict(
  refund: RefundSituation,
  gatewayStatus: ReportedRefundStatus,
  source: RefundReportSource,
): RefundVerdict {
  if (refund.status === "processing")
    // A query that was not sent says nothing about the refund.
    return gatewayStatus.kind === "error" && source === "query" ? { do: "ask" } : ofOpen(refund, gatewayStatus);
  if (refund.status === "created" || refund.status === "review")
    return gatewayStatus.kind === "succeeded" ? { do: "alarm", reason: "unexpected" } : { do: "nothing" };
  return ofEnded(refund, gatewayStatus, source);
}

const minute = 60;
const hour = 3_600;

/** Seconds until the next query about an open refund, by the number of queries. */
export const askWaits: readonly number[] = [
  5,
  30,
  2 * minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
];
/** Seconds until an undelivered refund is sent again, by the number of sends. */
export const sendWaits: readonly number[] = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour];

/** The wait at an index of a schedule; a day beyond its end. */
export const waitOf = (waits: readonly number[], place: number): number => waits[place] ?? 24 * hour;
