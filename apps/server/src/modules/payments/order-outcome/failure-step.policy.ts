import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { nextStep } from "@countinghouse/contract/decline-rules.ts";
import type { ownFailureCodes } from "@countinghouse/contract/integration/open-api/open-failures.ts";

/** Why an attempt did not take the money: what a gateway or issuer said, or we. */
export type AttemptFailureCode = DeclineCodeName | keyof typeof ownFailureCodes;

/** What the table of decline codes says is done next, for codes of our own as well. */
export const nextStepAfter = (
  code: AttemptFailureCode,
  adviceCode: string | null,
): ReturnType<typeof nextStep>["oneOff"] => {
  if (code === "amount_not_representable") return "failover";
  if (code === "authorization_expired" || code === "timeout_not_found") return "payer_retry";
  if (code === "risk_rejected" || code === "amount_mismatch" || code === "duplicate_payment") return "block";
  return nextStep(code, adviceCode).oneOff;
};
