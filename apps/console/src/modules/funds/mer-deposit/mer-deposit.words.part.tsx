import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { moneyParts } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { useLocale } from "../../../platform/i18n/use-words.ts";

interface SumProps {
  /** Minor units. */
  readonly value: string;
  readonly currency: string;
  /** Says the currency too: where nothing beside does. */
  readonly isNamed?: boolean;
}

/** A full figure, never rounded; its currency stands once for all of them. */
export function Sum({ value, currency, isNamed = false }: SumProps) {
  const { sign, whole, fraction } = moneyParts(fromWire(value, currency as CurrencyCode));
  return (
    <span className="deposit-sum">
      {`${sign}${whole}${fraction}`}
      {isNamed ? <small> {currency}</small> : null}
    </span>
  );
}

const tags = { en: "en-GB", "zh-cn": "zh-CN", "zh-tw": "zh-TW" } as const;

/** Names a calendar day in the reader's language: its weekday, day and month unless told. */
export function useDayName() {
  const locale = useLocale();
  return (day: string, as: Intl.DateTimeFormatOptions = { weekday: "short", day: "numeric", month: "short" }): string =>
    new Intl.DateTimeFormat(tags[locale], { ...as, timeZone: "UTC" }).format(new Date(day));
}
