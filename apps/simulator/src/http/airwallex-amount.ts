import { parseDecimal } from "@countinghouse/money/decimal-amount.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import { Fault } from "../fault.ts";

/** Major units, a JSON number or a text of digits, as minor units, exactly. */
export function minor(amount: number | string, currency: string): bigint {
  try {
    return parseDecimal(String(amount), currency).amountMinor;
  } catch (error) {
    if (error instanceof MoneyError) throw new Fault(400, "validation_error", "amount is finer than the currency.");
    throw error;
  }
}
