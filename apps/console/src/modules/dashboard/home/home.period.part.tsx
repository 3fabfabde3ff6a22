import { fill } from "@countinghouse/contract/kit/locale.ts";
import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { currency as knownCurrency } from "@countinghouse/money/currency.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { money } from "@countinghouse/money/money.ts";
import { addDays, startOfDay } from "@countinghouse/ui/cells/instant.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { CalendarDays } from "lucide-react";
import { languageTags } from "../../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { localMemory } from "../../../platform/state/local.ts";
import { createStore, useStore } from "../../../platform/state/store.ts";
import { useToday, useWidgetAnswer } from "./home.answer.hook.ts";
import { figureMessages } from "./home.figures.messages.ts";
import {
  amounts,
  currencyOf,
  type Measure,
  type MeasureChange,
  rates,
  sumsOf,
  tenthsText,
} from "./home.figures.policy.ts";

/** Days that the page may look back, today included. */
const spans = [1, 7, 30, 90, 365] as const;
type Span = (typeof spans)[number];

const periodKey = "home:period";
const currencyKey = "home:currency";
const kept = localMemory.read<unknown>(periodKey);
const keptCurrency = localMemory.read<unknown>(currencyKey);

/** The period and the currency of the whole page, as their reader left them in this browser. */
const chosenSpan = createStore<Span>(spans.find((one) => one === kept) ?? 30);
const chosenCurrency = createStore<string | undefined>(typeof keptCurrency === "string" ? keptCurrency : undefined);

export function chooseCurrency(code: string): void {
  localMemory.write(currencyKey, code);
  chosenCurrency.set(code);
}

/** The page's period in the reader's zone and the one before it, of as many days. */
export function usePeriod() {
  const days = useStore(chosenSpan);
  const mode = useStore(paymentMode);
  const timeZone = useTimeZone();
  const today = useToday();
  const first = addDays(today, 1 - days);
  const from = startOfDay(first, timeZone);
  const before = startOfDay(addDays(first, -days), timeZone);
  const to = startOfDay(addDays(today, 1), timeZone);
  return {
    days,
    timeZone,
    /** First and last day of the period, and of the one before. */
    shown: { first, last: today, firstBefore: addDays(first, -days), lastBefore: addDays(first, -1) },
    step: days === 1 ? ("hour" as const) : ("day" as const),
    now: { mode, from, to },
    before: { mode, from: before, to: from },
  };
}

/** The figures of the period, asked for once for all widgets, in the currency of the page. */
export function useFigures() {
  const { now, before, step, timeZone } = usePeriod();
  const answer = useWidgetAnswer(orderStats, "figures", { ...now, before: before.from, step, timeZone });
  const { currency, currencies } = currencyOf([answer.now, answer.before], useStore(chosenCurrency));
  return {
    ...answer,
    step,
    timeZone,
    currency,
    currencies,
    sums: sumsOf(answer.now, currency),
    sumsBefore: sumsOf(answer.before, currency),
  };
}

/** Words for the days of a span in the reader's language. */
export function useDays(): (first: string, last: string) => string {
  const tag = languageTags[useLocale()];
  return (first, last) => {
    const isFar = first.slice(0, 4) !== last.slice(0, 4);
    const format = new Intl.DateTimeFormat(tag, {
      timeZone: "UTC",
      day: "numeric",
      month: "short",
      ...(isFar ? { year: "numeric" } : {}),
    });
    const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
    return first === last ? format.format(at(first)) : format.formatRange(at(first), at(last));
  };
}

/** Says which days are shown and beside which, and chooses another period for the whole page. */
export function PeriodChoice() {
  const words = useWords(figureMessages);
  const { days, shown } = usePeriod();
  const daysOf = useDays();
  const choose = (text: string): void => {
    const next = spans.find((one) => String(one) === text) ?? 30;
    localMemory.write(periodKey, next);
    chosenSpan.set(next);
  };
  return (
    <label className="home-period">
      <CalendarDays size={16} aria-hidden />
      <select aria-label={words.period} value={String(days)} onChange={(event) => choose(event.target.value)}>
        {spans.map((one) => (
          <option key={one} value={String(one)}>
            {words.periods[String(one) as keyof typeof words.periods]}
          </option>
        ))}
      </select>
      <span className="home-quiet">
        {fill(words.against, {
          days: daysOf(shown.first, shown.last),
          before: daysOf(shown.firstBefore, shown.lastBefore),
        })}
      </span>
    </label>
  );
}

/** When the figures were last brought up to date. */
export function Freshness({ at }: { readonly at: string | null }) {
  const words = useWords(figureMessages);
  if (!at) return null;
  return (
    <span className="home-quiet">
      {words.countedUntil} <TimeCell value={at} isClockOnly />
    </span>
  );
}

/** A measure as it is read: money with its currency, rates in per cent with one digit. */
export function useMeasureText(): (value: number | null, measure: Measure, currency: string | undefined) => string {
  const language = useLocale();
  return (value, measure, currency) => {
    if (value === null) return "–";
    if (rates.includes(measure)) return `${tenthsText(Math.round(value / 10))} %`;
    if (!amounts.includes(measure) || currency === undefined) return value.toLocaleString("en-US");
    return formatMoney(money(BigInt(value), knownCurrency(currency)), { language });
  };
}

interface ChangeMarkProps {
  readonly change: MeasureChange;
  readonly measure: Measure;
  /** Leaves the unit out, where the column says it. */
  readonly isShort?: boolean;
}

/** By how much a measure changed, and for those who do not see colours whether that is better. */
export function ChangeMark({ change: { by, isBetter }, measure, isShort = false }: ChangeMarkProps) {
  const words = useWords(figureMessages);
  if (by === null || by === 0) return null;
  const size = tenthsText(Math.abs(by));
  const text = isShort ? size : rates.includes(measure) ? fill(words.points, { value: size }) : `${size} %`;
  return (
    <b className="home-change" data-better={isBetter ?? undefined}>
      {by > 0 ? "↑ " : "↓ "}
      {text}
      {isBetter !== null && <span className="ch-sr"> {isBetter ? words.better : words.worse}</span>}
    </b>
  );
}
