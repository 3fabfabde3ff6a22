import { MoneyError } from "./money-error.ts";

/**
 * Decimal places of the minor unit, ISO 4217. The table is ours and not the runtime's: `Intl` follows CLDR, which
 * shows the Iraqi dinar without decimals although its minor unit has three.
 */
const EXPONENTS = {
  JPY: 0,
  KRW: 0,
  VND: 0,
  CLP: 0,
  ISK: 0,
  UGX: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  PYG: 0,
  RWF: 0,
  KMF: 0,
  GNF: 0,
  DJF: 0,
  BIF: 0,
  VUV: 0,
  USD: 2,
  EUR: 2,
  GBP: 2,
  CNY: 2,
  HKD: 2,
  TWD: 2,
  SGD: 2,
  AUD: 2,
  CAD: 2,
  NZD: 2,
  CHF: 2,
  SEK: 2,
  NOK: 2,
  DKK: 2,
  PLN: 2,
  CZK: 2,
  HUF: 2,
  THB: 2,
  MYR: 2,
  PHP: 2,
  IDR: 2,
  INR: 2,
  BRL: 2,
  MXN: 2,
  ZAR: 2,
  TRY: 2,
  AED: 2,
  SAR: 2,
  ILS: 2,
  KWD: 3,
  BHD: 3,
  OMR: 3,
  JOD: 3,
  TND: 3,
  LYD: 3,
  IQD: 3,
} as const;

/** An ISO 4217 alphabetic code this platform can hold amounts in. */
export type CurrencyCode = keyof typeof EXPONENTS;

/** Every supported currency, in a fixed order. */
export const currencyCodes: readonly CurrencyCode[] = Object.keys(EXPONENTS) as CurrencyCode[];

/** Whether the text is a supported ISO 4217 code, upper case. */
export const isCurrency = (code: string): code is CurrencyCode => known.has(code);

const known: ReadonlySet<string> = new Set(currencyCodes);

/** The text as a currency code; throws `unsupported_currency` for anything not in the table, lower case included. */
export function currency(code: string): CurrencyCode {
  if (!isCurrency(code)) throw new MoneyError("unsupported_currency", { currency: code });
  return code;
}

/** How many decimal places the minor unit of the currency has: JPY 0, USD 2, KWD 3. */
export const exponentOf = (code: CurrencyCode): number => EXPONENTS[code];

/** How many minor units make one major unit: JPY 1, USD 100, KWD 1000. */
export const minorPerMajor = (code: CurrencyCode): bigint => 10n ** BigInt(EXPONENTS[code]);
