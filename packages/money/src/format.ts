import { formatDecimal } from "./decimal-amount.ts";
import type { Money } from "./money.ts";

/** The languages of the product. */
export type Language = "en" | "zh-cn" | "zh-tw";

/** How an amount is written out. */
export interface MoneyFormat {
  /** Decides the currency symbol; figures are grouped alike in all three. */
  readonly language: Language;
  /** "code" puts the ISO code behind the figure, "symbol" writes the language's symbol, "none" the figure alone. */
  readonly show?: "code" | "symbol" | "none";
  /** "typographic" is U+2212, as wide as a plus; "ascii" is for text that a machine may read again. */
  readonly minus?: "typographic" | "ascii";
}

/** An amount in the pieces a column needs to line figures up. The sign is empty, "−" (U+2212) or "-". */
export interface MoneyParts {
  readonly sign: string;
  readonly whole: string;
  /** With its decimal point; empty for a currency without decimals. */
  readonly fraction: string;
  readonly currency: string;
}

const LOCALES: Record<Language, string> = { en: "en-US", "zh-cn": "zh-CN", "zh-tw": "zh-TW" };

const minusSign = (minus: MoneyFormat["minus"]): string => (minus === "ascii" ? "-" : "\u2212");

/** The pieces of an amount: grouped whole units, and always all of the currency's decimals. Nothing is rounded. */
export function moneyParts(amount: Money, minus: MoneyFormat["minus"] = "typographic"): MoneyParts {
  const [whole = "", fraction] = formatDecimal(amount).replace("-", "").split(".");
  return {
    sign: amount.amountMinor < 0n ? minusSign(minus) : "",
    whole: whole.replace(/\B(?=(\d{3})+$)/g, ","),
    fraction: fraction ? `.${fraction}` : "",
    currency: amount.currency,
  };
}

/** An amount as text for people: "−1,234.50 USD" unless told otherwise. Exact at any size. */
export function formatMoney(amount: Money, { language, show = "code", minus = "typographic" }: MoneyFormat): string {
  const { sign, whole, fraction, currency } = moneyParts(amount, minus);
  const figure = `${whole}${fraction}`;
  if (show === "none") return `${sign}${figure}`;
  if (show === "code") return `${sign}${figure} ${currency}`;
  return `${sign}${withSymbol(amount, figure, language)}`;
}

/**
 * The figure in the place where the language puts it beside the currency's symbol. The runtime lends only the symbol.
 */
function withSymbol({ currency }: Money, figure: string, language: Language): string {
  const style = { style: "currency", currency, minimumFractionDigits: 0, maximumFractionDigits: 0 } as const;
  const parts = new Intl.NumberFormat(LOCALES[language], style).formatToParts(0);
  return parts.map(({ type, value }) => (type === "integer" ? figure : value)).join("");
}
