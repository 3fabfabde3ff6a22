import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { fromWire } from "@countinghouse/money/wire.ts";

/** What each figure of an order is called, by its kind. */
export const lineWords = {
  captured: "lineCaptured",
  converted: "lineConverted",
  fee: "lineFee",
  tax: "lineTax",
  cost: "lineCost",
  passedOn: "linePassedOn",
  net: "lineNet",
} as const;

interface Price {
  /** In millionths. */
  readonly percent: number;
  /** Minor units of the currency. */
  readonly fixed: string;
  readonly currency: string;
}

/** A price as people say it: “2.9 % + $0.30”. */
export function priceText({ percent, fixed, currency }: Price, language: Locale): string {
  const share = `${formatPercent(percent)} %`;
  return fixed === "0" ? share : `${share} + ${formatMoney(fromWire(fixed, currency), { language })}`;
}
