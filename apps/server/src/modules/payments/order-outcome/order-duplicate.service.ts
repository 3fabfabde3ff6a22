import type { AttemptRow } from "../payment-attempt/index.ts";
import { hasEffect } from "./order-attempt.service.ts";
import type { OutcomeVerdict } from "./order-outcome.policy.ts";
import type { GatewayOutcome } from "./order-report.service.ts";

/** A second payment that the gateway made beside an attempt's, by its own numbers. */
export interface DuplicatePayment {
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string;
  /** How often the gateway refused its release. */
  readonly tries: number;
}

/** An attempt and what its gateway reported. */
interface ReportedPayment {
  readonly attempt: AttemptRow;
  readonly outcome: GatewayOutcome;
}

/**
 * The reported duplicate payment. One within the intent of the attempt's own payment cannot be voided alone: a person
 * decides.
 */
export function duplicateIn(step: ReportedPayment): DuplicatePayment | undefined {
  const { outcome } = step;
  if (!("upstreamAttemptId" in outcome) || outcome.upstreamAttemptId === null || isOwnIntent(step)) return undefined;
  const { upstreamIntentId, upstreamAttemptId } = outcome;
  return { upstreamIntentId, upstreamAttemptId, tries: 0 };
}

/** Whether the reported payment belongs to the intent of the attempt's own payment. */
const isOwnIntent = ({ attempt, outcome }: ReportedPayment): boolean =>
  "upstreamIntentId" in outcome &&
  outcome.upstreamIntentId !== null &&
  outcome.upstreamIntentId === attempt.upstreamIntentId;

/** The task for a person about a duplicate payment that is not released automatically. */
export function releaseTaskOf({
  attempt,
  outcome,
  verdict,
}: ReportedPayment & { readonly verdict: OutcomeVerdict }): string {
  if (!hasEffect(verdict, "releaseTwin") || !isOwnIntent({ attempt, outcome })) return "";
  if (!("upstreamAttemptId" in outcome)) return "";
  const { upstreamAttemptId, upstreamIntentId } = outcome;
  return `; release ${upstreamAttemptId} by hand at the gateway: it stands reserved beside ${attempt.upstreamAttemptId} in ${upstreamIntentId}`;
}
