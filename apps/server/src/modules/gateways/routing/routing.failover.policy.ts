import type { OneOffAction } from "@countinghouse/contract/decline-rules.ts";

/** Accounts that may be asked after the first one within one visit of the payer. */
export const maxFailover = 2;
/** How long after the payer pressed the button another account may still be asked, in milliseconds. */
export const failoverWindowMs = 20_000;

/** How an attempt ended that did not succeed. */
export interface FailedAttempt {
  /** `error` is provably not processed; `unknown` may have been. */
  readonly result: "declined" | "error" | "unknown";
  /** What the table of decline codes says about it. */
  readonly action: OneOffAction;
  readonly isCard: boolean;
  /** The payer was authenticated for exactly this attempt: another account cannot use that. */
  readonly isThreeDsBound: boolean;
}

/** What has happened in this visit before the failed attempt ended. */
export interface VisitHistory {
  readonly elapsedMs: number;
  /** Accounts asked after the first one. */
  readonly failovers: number;
  /** Attempts that forced 3-D Secure after an issuer had asked for it. */
  readonly stepUps: number;
  /** Another account may take the payment. */
  readonly hasNextAccount: boolean;
  readonly maxFailover?: number;
}

/** What follows a failed attempt: something now, or the reason why nothing does, with what the payer may do. */
export type FailoverStep =
  | { readonly step: "failover" | "step_up" | "query" }
  | { readonly step: "stop"; readonly payer: "same_method" | "other_method" | "nothing"; readonly why: StopReason };

export type StopReason = "final" | "limit_reached" | "too_late" | "no_account" | "authenticated" | "not_a_card";

/**
 * Decides what follows a failed attempt. An outcome that is not known is asked about and never tried again: the money may
 * have moved. A card that was authenticated stays with its account. An issuer that asks for authentication gets exactly one
 * attempt with it, on the same account.
 */
export function afterFailure(attempt: FailedAttempt, visit: VisitHistory): FailoverStep {
  const { action, result } = attempt;
  if (result === "unknown" || action === "query") return { step: "query" };
  if (action === "step_up")
    return attempt.isThreeDsBound || visit.stepUps > 0
      ? { step: "stop", payer: "other_method", why: "limit_reached" }
      : { step: "step_up" };
  if (action === "failover" || action === "failover_once") return failover(attempt, visit);
  if (action === "block") return { step: "stop", payer: "nothing", why: "final" };
  const mayRepeat = action === "fix" || action === "payer_retry";
  return { step: "stop", payer: mayRepeat ? "same_method" : "other_method", why: "final" };
}

const stopped = (why: StopReason): FailoverStep => ({ step: "stop", payer: "other_method", why });

function failover({ action, result, isCard, isThreeDsBound }: FailedAttempt, visit: VisitHistory): FailoverStep {
  // A provider that never processed anything leaves every payment free to go elsewhere; a decline only a plain card.
  if (isThreeDsBound) return stopped("authenticated");
  if (result === "declined" && !isCard) return stopped("not_a_card");
  const limit = Math.min(action === "failover_once" ? 1 : maxFailover, visit.maxFailover ?? maxFailover);
  if (visit.failovers >= limit) return stopped("limit_reached");
  if (visit.elapsedMs >= failoverWindowMs) return stopped("too_late");
  return visit.hasNextAccount ? { step: "failover" } : stopped("no_account");
}
