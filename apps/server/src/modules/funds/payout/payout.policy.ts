import type { PayoutFailure, PayoutStatus } from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";

export type PayoutFailureCode = ValueOf<typeof PayoutFailure>;

/** How a provider's report of a transfer reached us. */
export type PayoutReportSource = "answer" | "query" | "notification";

/** The status that a provider reports for a transfer, reduced to what verdicts depend on. */
export type ReportedPayoutStatus =
  /** Unsound is a return of what cannot have come back. */
  | { readonly kind: "paid" | "pending" | "returned" | "unsound" | "unknown" | "not_found" }
  | { readonly kind: "failed" | "refused"; readonly code: string | null }
  | { readonly kind: "error"; readonly isLasting: boolean };

/** The parts of a transfer that a verdict depends on. */
export interface PayoutSituation {
  readonly status: ValueOf<typeof PayoutStatus>;
  /** How often it was sent: again only where the send before did provably not arrive. */
  readonly attempts: number;
}

/** What follows from a reported status. */
export type PayoutVerdict =
  | { readonly do: "nothing" | "pay" | "bounce" | "ask" | "resend" }
  | { readonly do: "fail"; readonly code: PayoutFailureCode };

/** Sends after which a transfer that provably never left is given up. */
export const sendsMax = 8;

const codes: readonly (readonly [RegExp, PayoutFailureCode])[] = [
  [/returned|bounce/i, "returned_by_bank"],
  [/closed/i, "account_closed"],
  [/invalid_account|beneficiary|account_number|account_not/i, "account_invalid"],
  [/balance|insufficient/i, "provider_balance"],
];

/** A provider's own word for a failure, as one of ours. */
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
    // What may have arrived is not sent again, even where it cannot be found yet: people decide, once they asked.
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
    // A failure that is told after the money was paid may be old news: the provider is asked.
    if (providerStatus.kind === "failed") return { do: source === "notification" ? "ask" : "bounce" };
    return { do: "nothing" };
  }
  // Paid after all: its money did leave. A notification may be older than the failure: the provider is asked.
  if (status === "failed" && providerStatus.kind === "paid") return { do: source === "notification" ? "ask" : "pay" };
  return { do: "nothing" };
}

const minute = 60;
const hour = 3_600;

/** Seconds until a transfer whose outcome is open is asked about again, by how often it was asked before. */
const askWaits: readonly number[] = [5, 30, 2 * minute, 10 * minute, hour, hour, 3 * hour, 6 * hour, 12 * hour];
/** Seconds until a transfer that did not leave is sent again, by how often it was sent. */
const sendWaits: readonly number[] = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour];

export const askWait = (asked: number): number => askWaits[asked] ?? 12 * hour;
export const sendWait = (sent: number): number => sendWaits[Math.max(0, sent - 1)] ?? 12 * hour;

/** After so many questions without an outcome people hear of it: about a day. */
export const maxStatusQueries = askWaits.length;
