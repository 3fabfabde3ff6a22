import { add, type Money, negate, subtract, sum } from "./money.ts";

/** The sums of a settlement batch's lines, all in its currency; deductions are given as positive amounts. */
export interface BatchSums {
  readonly gross: Money;
  readonly transactionFee: Money;
  readonly gatewayFee: Money;
  readonly refund: Money;
  readonly refundHandlingFee: Money;
  readonly dispute: Money;
  readonly disputePenalty: Money;
  readonly refusalPenalty: Money;
  readonly tax: Money;
  /** Signed: what exchange rates added to the merchant's side. */
  readonly fxDifference: Money;
  /** Signed: corrections of earlier batches. */
  readonly adjustment: Money;
}

/** What a batch owes the merchant before the reserve is withheld; negative when deductions exceed sales. */
export function batchNet(sums: BatchSums): Money {
  const { gross, fxDifference, adjustment, ...deductions } = sums;
  const deducted = sum(gross.currency, Object.values(deductions));
  return add(add(add(gross, negate(deducted)), fxDifference), adjustment);
}

/** What a batch makes available: its net less the reserve withheld from it. */
export const settlementAmount = (net: Money, reserve: Money): Money => subtract(net, reserve);
