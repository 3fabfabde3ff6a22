import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { nextStep } from "@countinghouse/contract/decline-rules.ts";

/** Why an attempt did not take the money. */
export type FailureCode =
  | DeclineCodeName
  | "amount_not_representable"
  | "authorization_expired"
  | "timeout_not_found"
  | "risk_rejected"
  /** What was taken is not what was asked for, or was taken for an order that has its money: it is the payer's. */
  | "amount_mismatch"
  | "duplicate_payment";

/** What the table of decline codes says is done next, for codes of our own as well. */
export const stepAfter = (code: FailureCode, adviceCode: string | null): ReturnType<typeof nextStep>["oneOff"] => {
  if (code === "amount_not_representable") return "failover";
  if (code === "authorization_expired" || code === "timeout_not_found") return "payer_retry";
  if (code === "risk_rejected" || code === "amount_mismatch" || code === "duplicate_payment") return "block";
  return nextStep(code, adviceCode).oneOff;
};
