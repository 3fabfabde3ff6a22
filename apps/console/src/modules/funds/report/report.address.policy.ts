import { decimalText } from "@countinghouse/contract/funds/report/report-change.ts";
import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";

/** Spans that move with the day; all of them end with the last full day, but for a month that has none yet. */
export const presets = ["thisMonth", "lastMonth", "last7", "last30", "last90", "lastYear"] as const;
export type ReportPreset = (typeof presets)[number];
const days: Partial<Readonly<Record<ReportPreset, number>>> = { last7: 7, last30: 30, last90: 90, lastYear: 365 };

/** What a report shows, as its address holds it. */
export interface ReportView {
  /** A span that moves, or two days. */
  readonly period: ReportPreset | readonly [from: string, to: string];
  readonly groupBy: ReportGrouping;
  readonly currency: string | undefined;
  readonly isTableAlone: boolean;
  /** A past instant whose knowledge is shown. */
  readonly asOf: string | undefined;
  readonly merchantId: string | undefined;
  readonly gatewayAccountId: string | undefined;
  readonly domain: string | undefined;
  readonly paymentMethod: string | undefined;
  /** In which everything is added up; each currency by itself where none is chosen. */
  readonly baseCurrency: string | undefined;
  /** Whose days it is of; the reader's own where none is chosen. */
  readonly timeZone: string | undefined;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/**
 * The days of a period, both included: never today, which is not over; but on the first of a month, which has no full day
 * yet, this month is today and not the month before.
 */
export function daysOf(
  period: ReportView["period"],
  today: string,
): { readonly fromDay: string; readonly toDay: string } {
  if (typeof period !== "string") return { fromDay: period[0], toDay: period[1] };
  const toDay = addDays(today, -1);
  const span = days[period];
  if (span !== undefined) return { fromDay: addDays(toDay, 1 - span), toDay };
  const first = firstOfMonth(today);
  if (period === "thisMonth") return { fromDay: first, toDay: toDay < first ? today : toDay };
  const end = addDays(first, -1);
  return { fromDay: firstOfMonth(end), toDay: end };
}

function periodFrom(text: string | null): ReportView["period"] {
  const [from = "", to = ""] = text?.split("..") ?? [];
  if (isDay(from) && isDay(to)) return [from, to];
  return presets.find((one) => one === text) ?? "last30";
}

function isZone(zone: string | undefined): boolean {
  if (zone === undefined) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** Reads an address; what cannot be read, since addresses are typed by hand too, is as at the start. */
export function viewFrom(query: URLSearchParams, groups: readonly ReportGrouping[]): ReportView {
  const text = (name: string) => query.get(name) || undefined;
  const asOf = text("asOf");
  return {
    period: periodFrom(query.get("period")),
    groupBy: groups.find((one) => one === query.get("groupBy")) ?? groups[0] ?? "day",
    currency: text("currency"),
    isTableAlone: query.get("show") === "table",
    asOf: asOf && !Number.isNaN(Date.parse(asOf)) ? asOf : undefined,
    merchantId: text("merchantId"),
    gatewayAccountId: text("gatewayAccountId"),
    domain: text("domain"),
    paymentMethod: text("paymentMethod"),
    baseCurrency: isCurrency(text("baseCurrency") ?? "") ? text("baseCurrency") : undefined,
    timeZone: isZone(text("timeZone")) ? text("timeZone") : undefined,
  };
}

/** Writes a change into an address; what is as at the start is left out. */
export function withChange(query: URLSearchParams, change: Partial<ReportView>): URLSearchParams {
  const next = new URLSearchParams(query);
  const write = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name));
  const { period, isTableAlone, ...plain } = change;
  if (period !== undefined) write("period", typeof period === "string" ? period : period.join(".."));
  if (isTableAlone !== undefined) write("show", isTableAlone ? "table" : undefined);
  for (const [name, value] of Object.entries(plain)) write(name, value);
  return next;
}

/** A rate of millionths with two decimals. */
export const percentText = (millionths: number | null): string =>
  millionths === null ? "–" : `${decimalText(Math.round(millionths / 100), 2)} %`;
