import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import { addDays, addMonths, daysBetween, type PlainDate, weekdayOf } from "@countinghouse/money/plain-date.ts";
import { startOfDay } from "@countinghouse/money/zone.ts";
import type { Measures, RollupGrain } from "./report-measures.policy.ts";

/** Whole days of a zone as instants; `to` is not part of it. */
export interface ReportPeriod {
  readonly fromDay: PlainDate;
  /** The last day, included. */
  readonly toDay: PlainDate;
  readonly from: string;
  readonly to: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** The days as they begin in a zone. */
export const periodOf = (fromDay: PlainDate, toDay: PlainDate, zone: string): ReportPeriod => ({
  fromDay,
  toDay,
  from: iso(startOfDay(fromDay, zone)),
  to: iso(startOfDay(addDays(toDay, 1), zone)),
});

/** As many days right before a period. */
export function periodBefore({ fromDay, toDay }: ReportPeriod, zone: string): ReportPeriod {
  const days = daysBetween(fromDay, toDay) + 1;
  return periodOf(addDays(fromDay, -days), addDays(fromDay, -1), zone);
}

/** A span of rows of one length. */
export interface GrainSpan {
  readonly grain: RollupGrain;
  readonly from: string;
  readonly to: string;
}

/** The start (UTC) of what lasts one grain and holds the instant, and of the one after it. */
function around(ms: number, grain: RollupGrain): readonly [start: number, next: number] {
  if (grain === "month") {
    const at = new Date(ms);
    return [Date.UTC(at.getUTCFullYear(), at.getUTCMonth()), Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)];
  }
  const length = { quarter: 900_000, hour: 3_600_000, day: 86_400_000 }[grain];
  const start = Math.floor(ms / length) * length;
  return [start, start + length];
}

/** Lengths from the longest to the shortest. */
export const grains: readonly RollupGrain[] = ["month", "day", "hour", "quarter"];

/**
 * A span as rows of the roll-up: months in the middle, days, hours and quarters of an hour at its ends, so that a year is a
 * few rows and still begins where it does in its zone. Its ends are quarters; none of the `lengths` is longer than wanted.
 */
export function grainSpans(from: string, to: string, lengths: readonly RollupGrain[] = grains): GrainSpan[] {
  const [grain, ...shorter] = lengths;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (grain === undefined || start >= end) return [];
  const [at, next] = around(start, grain);
  const first = at === start ? start : next;
  const last = around(end, grain)[0];
  if (first >= last) return grainSpans(from, to, shorter);
  return [
    ...grainSpans(from, iso(first), shorter),
    { grain, from: iso(first), to: iso(last) },
    ...grainSpans(iso(last), to, shorter),
  ];
}

/** Groups that are spans of time. */
export const timeGroups: readonly ReportGrouping[] = ["day", "week", "month"];

/** The longest rows that never lie in two days of the zone: hours where all of its days begin with one. */
export function dayLengths(zone: string, { from, to }: Pick<ReportPeriod, "from" | "to">): readonly RollupGrain[] {
  const minute = new Intl.DateTimeFormat("en", { timeZone: zone, minute: "numeric" });
  const [start, end] = [Date.parse(from), Date.parse(to)];
  for (let at = start; at < end; at += 7 * 86_400_000)
    if (minute.format(around(at, "hour")[0]) !== "0") return ["quarter"];
  return minute.format(around(end, "hour")[0]) === "0" ? ["hour", "quarter"] : ["quarter"];
}

/** The first day of each step of a period; weeks begin on Monday. The first step may begin before the period. */
export function stepsOf({ fromDay, toDay }: ReportPeriod, step: "day" | "week" | "month"): PlainDate[] {
  const days: PlainDate[] = [];
  for (let day = stepStart(fromDay, step); day <= toDay; day = nextStep(day, step)) days.push(day);
  return days;
}

function stepStart(day: PlainDate, step: "day" | "week" | "month"): PlainDate {
  if (step === "day") return day;
  return step === "month" ? `${day.slice(0, 7)}-01` : addDays(day, 1 - weekdayOf(day));
}

const nextStep = (day: PlainDate, step: "day" | "week" | "month"): PlainDate =>
  step === "month" ? addMonths(day, 1) : addDays(day, step === "week" ? 7 : 1);

const million = 1_000_000n;
/** A share in millionths, rounded half up; null where nothing is divided by nothing. */
function shareOf(part: bigint | number, whole: bigint | number): number | null {
  const [top, bottom] = [BigInt(part), BigInt(whole)];
  if (bottom === 0n) return null;
  const isBelow = top < 0n !== bottom < 0n;
  const [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const value = Number((a * million * 2n + b) / (b * 2n));
  return isBelow ? -value : value;
}

/** A mean of whole units, rounded half up. */
const meanOf = (sum: bigint, count: number): string | null =>
  count === 0 ? null : String((sum * 2n + BigInt(count)) / (BigInt(count) * 2n));

/** A ledger's movement and the measure it belongs to, with the side on which it counts up. */
const booked = {
  salesAmount: { events: ["J01", "J04"], kind: "gateway_receivable", sign: 1n },
  refundAmount: { events: ["J11", "J15"], kind: "gateway_receivable", sign: -1n },
  disputeAmount: { events: ["J21"], kind: "dispute_clearing", sign: 1n },
  feeAmount: { events: undefined, kind: "rev", sign: -1n },
  gatewayCost: { events: undefined, kind: "cost", sign: 1n },
  houseCost: { events: undefined, kind: "house_cost", sign: 1n },
} as const satisfies Record<string, { events: readonly string[] | undefined; kind: string; sign: bigint }>;

/** A figure that the ledger tells as well. */
export type ProvenMeasure = keyof typeof booked;
export const provenMeasures = [
  "salesAmount",
  "refundAmount",
  "disputeAmount",
  "feeAmount",
  "gatewayCost",
  "houseCost",
] as const;

interface Movement {
  readonly event: string;
  readonly kind: string;
  /** Debits less credits. */
  readonly amount: string;
  readonly journals: number;
}

/** What the ledger's movements in one currency come to as a figure of a report, and of how many journals. */
export function ledgerFigure(measure: ProvenMeasure, movements: readonly Movement[]) {
  const { kind, sign }: { kind: string; sign: bigint } = booked[measure];
  const events: readonly string[] | undefined = booked[measure].events;
  const own = movements.filter((one) => one.kind === kind && (events?.includes(one.event) ?? true));
  return {
    amount: String(own.reduce((sum, { amount }) => sum + sign * BigInt(amount), 0n)),
    journals: own.reduce((sum, { journals }) => sum + journals, 0),
  };
}

/** What a report says of what was counted (acquiring 8.2). */
export function figuresOf(of: Measures) {
  const [sales, refunded] = [BigInt(of.sales), BigInt(of.refunded)];
  return {
    orderCount: of.orders,
    rejectedCount: of.rejected,
    attemptedCount: of.attempted,
    cohortPaidCount: of.cohortPaid,
    paidCount: of.paid,
    paySuccessRate: shareOf(of.cohortPaid, of.attempted),
    conversionRate: shareOf(of.cohortPaid, of.orders),
    attemptApprovalRate: shareOf(of.approved, of.approved + of.declined),
    firstTryApprovalRate: shareOf(of.firstTry, of.attempted),
    salesAmount: of.sales,
    averageTicket: meanOf(sales, of.paid),
    refundCount: of.refunds,
    refundAmount: of.refunded,
    refundRate: shareOf(of.refundedOrders, of.paid),
    refundAmountRate: shareOf(refunded, sales),
    disputeCount: of.disputes,
    disputeAmount: of.disputed,
    disputeRate: shareOf(of.disputes, of.paid),
    disputeWinRate: shareOf(of.disputesWon, of.disputesWon + of.disputesLost),
    netSales: String(sales - refunded - BigInt(of.disputeLoss)),
    feeAmount: of.fee,
    gatewayCost: of.cost,
    houseCost: of.houseCost,
    margin: of.margin,
    avgLatencyMs: of.answers === 0 ? null : Math.round(of.latencyMs / of.answers),
    errorRate: shareOf(of.errors, of.sent),
  };
}
