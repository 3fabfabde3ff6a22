import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { nextStep } from "@countinghouse/contract/decline-rules.ts";
import type { ownFailureCodes } from "@countinghouse/contract/integration/open-api/open-failures.ts";

/** Why an attempt failed: a decline code of gateway or issuer, or our own. */
export type AttemptFailureCode = DeclineCodeName | keyof typeof ownFailureCodes;

/** The next step by the table of decline codes, for our own codes as well. */
export const nextStepAfter = (
  code: AttemptFailureCode,
  adviceCode: string | null,
): ReturnType<typeof nextStep>["oneOff"] => {
  if (code === "amount_not_representable") return "failover";
  if (code === "authorization_expired" || code === "timeout_not_found") return "payer_retry";
  if (code === "risk_rejected" || code === "amount_mismatch" || code === "duplicate_payment") return "block";
  return nextStep(code, adviceCode).oneOff;
};
