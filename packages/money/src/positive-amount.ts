import { isCurrency } from "./currency.ts";
import { parseDecimal } from "./decimal-amount.ts";
import { type Money, money } from "./money.ts";
import { MoneyError } from "./money-error.ts";
import { MAX_OPEN_AMOUNT_MINOR } from "./wire.ts";

/** Why a text of a file is no amount that can be taken. */
export type AmountProblem = "unknownCurrency" | "notAmount" | "tooManyDecimals" | "notPositive" | "amountTooLarge";

/** How a file writes its amounts. */
export interface AmountStyle {
  readonly decimalSign?: "." | ",";
  /** `minor` where the file counts cents: whole numbers without a decimal sign. */
  readonly unit?: "major" | "minor";
}

/** A text as an amount above zero, or why it is none. */
export type ReadAmount = { readonly amount: Money } | { readonly problem: AmountProblem };

const grouped = {
  ".": /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/,
  ",": /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/,
} as const;

/** The text as a plain decimal; signs between thousands are only taken where they stand between thousands. */
function plainDecimal(text: string, sign: "." | ","): string {
  const separator = sign === "." ? "," : ".";
  const bare = grouped[sign].test(text) ? text.replaceAll(separator, "") : text;
  if (sign === ",") return bare.includes(".") ? "" : bare.replace(",", ".");
  return bare;
}

/** Reads an amount above zero as a file writes it. Exact: nothing is rounded, no sign is guessed. */
export function readPositiveAmount(text: string, code: string, style: AmountStyle = {}): ReadAmount {
  const { decimalSign = ".", unit = "major" } = style;
  if (!isCurrency(code)) return { problem: "unknownCurrency" };
  try {
    if (unit === "minor" && !/^-?\d{1,19}$/.test(text)) return { problem: "notAmount" };
    const amount = unit === "minor" ? money(BigInt(text), code) : parseDecimal(plainDecimal(text, decimalSign), code);
    if (amount.amountMinor <= 0n) return { problem: "notPositive" };
    return amount.amountMinor > MAX_OPEN_AMOUNT_MINOR ? { problem: "amountTooLarge" } : { amount };
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    if (error.code === "amount_out_of_range") return { problem: "amountTooLarge" };
    return { problem: error.code === "amount_not_representable" ? "tooManyDecimals" : "notAmount" };
  }
}
