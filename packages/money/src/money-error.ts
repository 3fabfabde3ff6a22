/** The stable names of everything this package refuses. */
export type MoneyErrorCode =
  | "amount_malformed"
  | "amount_not_representable"
  | "amount_out_of_range"
  | "currency_mismatch"
  | "date_malformed"
  | "fee_exceeds_amount"
  | "price_rule_unsupported"
  | "rate_malformed"
  | "unsupported_currency"
  | "weights_invalid";

/**
 * Thrown by every refusal of this package. `code` is stable and carries no words, so that the caller can turn what a
 * person typed into a refusal in their language, and treat the rest as a defect. `values` quotes what was given.
 */
export class MoneyError extends Error {
  readonly code: MoneyErrorCode;
  readonly values: Readonly<Record<string, string>>;

  constructor(code: MoneyErrorCode, values: Readonly<Record<string, string>> = {}) {
    super(`${code} ${JSON.stringify(values)}`);
    this.name = "MoneyError";
    this.code = code;
    this.values = values;
  }
}
