import { isNegative, type Money, subtract, sum, zero } from "./money.ts";

/** What bears on how much of an order may still be refunded, all in the order's currency. */
export interface RefundClaims {
  readonly captured: Money;
  /** Refunds that succeeded or may yet succeed: all but the failed, canceled and rejected ones. */
  readonly refunds: readonly Money[];
  /** Disputes open at chargeback stage or later, and lost ones. */
  readonly disputes: readonly Money[];
}

/** What may still be refunded of an order: captured less every claim on it, and never below nothing. */
export function refundable({ captured, refunds, disputes }: RefundClaims): Money {
  const left = subtract(captured, sum(captured.currency, [...refunds, ...disputes]));
  return isNegative(left) ? zero(captured.currency) : left;
}
