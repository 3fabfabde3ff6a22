import type { PayoutFailure, PayoutStatus } from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";

export type PayoutFailureCode = ValueOf<typeof PayoutFailure>;

/** Source of a provider's report about a transfer. */
export type PayoutReportSource = "answer" | "query" | "notification";

/** The status that a provider reports for a transfer, reduced to what verdicts depend on. */
export type ReportedPayoutStatus =
  /** `unsound`: a return that is impossible. */
  | { readonly kind: "paid" | "pending" | "returned" | "unsound" | "unknown" | "not_found" }
  | { readonly kind: "failed" | "refused"; readonly code: string | null }
  | { readonly kind: "error"; readonly isLasting: boolean };

/** The values of a transfer that a verdict depends on. */
export interface PayoutSituation {
  readonly status: ValueOf<typeof PayoutStatus>;
  /** Number of sends; it is repeated only where the last one provably did not arrive. */
  readonly attempts: number;
}

/** The verdict on a reported status. */
export type PayoutVerdict =
  | { readonly do: "nothing" | "pay" | "bounce" | "ask" | "resend" }
  | { readonly do: "fail"; readonly code: PayoutFailureCode };

/** Sends after which a transfer that provably never left fails. */
export const sendsMax = 8;

const codes: readonly (readonly [RegExp, PayoutFailureCode])[] = [
  [/returned|bounce/i, "returned_by_bank"],
  [/closed/i, "account_closed"],
  [/invalid_account|beneficiary|account_number|account_not/i, "account_invalid"],
  [/balance|insufficient/i, "provider_balance"],
];

/** Our failure reason for the provider's. */
export const payoutFailureOf = (upstream: string | null): PayoutFailureCode =>
  (upstream && codes.find(([pattern]) => pattern.test(upstream))?.[1]) || "declined";

function ofOpen({ attempts }: PayoutSituation, providerStatus: ReportedPayoutStatus): PayoutVerdict {
  switch (providerStatus.kind) {
    case "paid":
      return { do: "pay" };
    case "failed":
    case "refused":
      return { do: "fail", code: payoutFailureOf(providerStatus.code) };
    case "returned":
      return { do: "fail", code: "returned_by_bank" };
    case "pending":
    case "unsound":
    case "unknown":
    // A transfer that may have arrived is not sent again, even while it cannot be found: a person decides after
    // querying.
    case "not_found":
      return { do: "ask" };
    case "error":
      return providerStatus.isLasting || attempts >= sendsMax
        ? { do: "fail", code: "not_processed" }
        : { do: "resend" };
  }
}

/** The verdict on a reported status. Pure; the same report twice changes nothing the second time. */
export function payoutVerdict(
  payout: PayoutSituation,
  providerStatus: ReportedPayoutStatus,
  source: PayoutReportSource,
): PayoutVerdict {
  const { status } = payout;
  if (status === "created" || status === "submitted") return ofOpen(payout, providerStatus);
  if (status === "paid") {
    if (providerStatus.kind === "returned") return { do: "bounce" };
    // A failure reported after the payment may be outdated: the provider is queried.
    if (providerStatus.kind === "failed") return { do: source === "notification" ? "ask" : "bounce" };
    return { do: "nothing" };
  }
  // Paid after all: the money left. A notification may be older than the failure: the provider is queried.
  if (status === "failed" && providerStatus.kind === "paid") return { do: source === "notification" ? "ask" : "pay" };
  return { do: "nothing" };
}

const minute = 60;
const hour = 3_600;

/** Seconds until the next query about an open transfer, by the number of queries. */
const askWaits: readonly number[] = [5, 30, 2 * minute, 10 * minute, hour, hour, 3 * hour, 6 * hour, 12 * hour];
/** Seconds until an undelivered transfer is sent again, by the number of sends. */
const sendWaits: readonly number[] = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour];

export const askWait = (asked: number): number => askWaits[asked] ?? 12 * hour;
export const sendWait = (sent: number): number => sendWaits[Math.max(0, sent - 1)] ?? 12 * hour;

/** Queries without an outcome after which an alarm is raised: about a day. */
export const maxStatusQueries = askWaits.length;
