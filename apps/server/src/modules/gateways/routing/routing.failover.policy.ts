import type { OneOffAction } from "@countinghouse/contract/decline-rules.ts";

/** Most fail-over accounts within one visit of the payer. */
export const maxFailover = 2;
/** How long after the payer's submission a fail-over may begin, in milliseconds. */
export const failoverWindowMs = 20_000;

/** How an unsuccessful attempt ended. */
export interface FailedAttempt {
  /** `error`: provably not processed; `unknown`: may have been processed. */
  readonly result: "declined" | "error" | "unknown";
  /** The action from the table of decline codes. */
  readonly action: OneOffAction;
  readonly isCard: boolean;
  /** The payer was authenticated for this attempt: another account cannot use that. */
  readonly isThreeDsBound: boolean;
}

/** The visit's history before the failed attempt ended. */
export interface VisitHistory {
  readonly elapsedMs: number;
  /** Number of fail-overs. */
  readonly failovers: number;
  /** Attempts with forced 3-D Secure after an issuer required it. */
  readonly stepUps: number;
  /** Whether another account may take the payment. */
  readonly hasNextAccount: boolean;
  readonly maxFailover?: number;
}

/** The step after a failed attempt: the next one, or why there is none and what the payer may do. */
export type FailoverStep =
  | { readonly step: "failover" | "step_up" | "query" }
  | { readonly step: "stop"; readonly payer: "same_method" | "other_method" | "nothing"; readonly why: StopReason };

export type StopReason = "final" | "limit_reached" | "too_late" | "no_account" | "authenticated" | "not_a_card";

/**
 * Decides the step after a failed attempt. An unknown outcome is queried and never retried: the money may have moved.
 * An authenticated card stays with its account. An issuer that requires authentication gets exactly one attempt with
 * it, on the same account.
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
  // A payment that was never processed may go to any account; a declined one only with an unauthenticated card.
  if (isThreeDsBound) return stopped("authenticated");
  if (result === "declined" && !isCard) return stopped("not_a_card");
  const limit = Math.min(action === "failover_once" ? 1 : maxFailover, visit.maxFailover ?? maxFailover);
  if (visit.failovers >= limit) return stopped("limit_reached");
  if (visit.elapsedMs >= failoverWindowMs) return stopped("too_late");
  return visit.hasNextAccount ? { step: "failover" } : stopped("no_account");
}
