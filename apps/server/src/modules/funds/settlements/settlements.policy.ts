import type { SettlementBlock } from "@countinghouse/contract/funds/settlements/settlement-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { onBusinessDay } from "@countinghouse/money/business-calendar.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { addDays, type PlainDate } from "@countinghouse/money/plain-date.ts";
import { rate6, shareOf } from "@countinghouse/money/rate.ts";
import { type ReserveLine, reserveOf } from "@countinghouse/money/reserve.ts";
import { collectionDate, reserveReleaseDate, type SettlementTerms } from "@countinghouse/money/settlement-date.ts";
import { instantOf, localTime, startOfDay } from "@countinghouse/money/zone.ts";

type Zoned = Pick<SettlementTerms, "zone" | "cutOffSeconds">;

/**
 * The instant at which a batch is closed: the cut-off of the day before, after which nothing more can fall due with it; of
 * the day itself where payments may be settled on their own day. Midnight where there is no cut-off.
 */
export function closingTime(date: PlainDate, { zone, cutOffSeconds }: Zoned, isSameDay: boolean): Date {
  const day = isSameDay ? date : addDays(date, -1);
  if (cutOffSeconds === null) return new Date(startOfDay(addDays(day, 1), zone));
  return new Date(instantOf({ date: day, seconds: cutOffSeconds }, zone));
}

/** The day it is in a zone at an instant. */
export const dayIn = (zone: string, at: Date): PlainDate => localTime(at.getTime(), zone).date;

/** The first day after one on which a merchant is settled. */
export const nextSettlementDay = (
  after: PlainDate,
  { frequency, calendars }: Pick<SettlementTerms, "frequency" | "calendars">,
): PlainDate => collectionDate(onBusinessDay(addDays(after, 1), calendars), frequency, calendars);

/** What is known of the batches of a book and currency, and of what waits for one. */
export interface CollectionState {
  /** Days on which open lines fall due, each once. */
  readonly dues: readonly PlainDate[];
  /** Days of batches that collect. */
  readonly open: readonly PlainDate[];
  /** The last day whose batch is closed, or ended otherwise; null before the first. */
  readonly last: PlainDate | null;
  readonly today: PlainDate;
}

/**
 * The days that need a batch and have none. What falls due after the last closed batch is settled on its own day, also
 * where that has passed; what came too late for its batch goes with the next one, for which a day is found.
 */
export function daysToOpen(
  { dues, open, last, today }: CollectionState,
  terms: Pick<SettlementTerms, "frequency" | "calendars">,
): PlainDate[] {
  const isLate = (due: PlainDate): boolean => last !== null && due <= last;
  const own = dues.filter((due) => !isLate(due));
  const wanted = new Set([...own, ...open]);
  if (last !== null) {
    const yesterday = addDays(today, -1);
    const next = nextSettlementDay(last > yesterday ? last : yesterday, terms);
    // A day that waits on hold behind others takes only what is due by then.
    const isTaken = (due: PlainDate): boolean => [...wanted].some((day) => day >= due && day <= next);
    if (dues.some((due) => isLate(due) && !isTaken(due))) wanted.add(next);
  }
  return [...wanted].filter((day) => !open.includes(day)).sort();
}

/** What of the terms a reserve goes by. */
export interface ReserveTerms {
  readonly reserveType: "none" | "rolling" | "fixed";
  readonly reserveRatio: number;
  readonly reserveDays: number;
  readonly reserveCap: Money | null;
}

/** Captured lines that are alike: gross in minor units, and the share and days of their own rule where it says them. */
export interface GrossLine {
  readonly gross: string;
  readonly ratio: number | null;
  readonly days: number | null;
  readonly count: number;
}

/** What a batch holds back: how much, at which share of its gross amount, and until when. */
export interface PlannedReserve {
  readonly amount: Money;
  readonly ratio: number;
  readonly releaseDate: PlainDate;
}

interface ReserveBasis {
  readonly lines: readonly GrossLine[];
  readonly terms: ReserveTerms & Pick<SettlementTerms, "calendars">;
  readonly net: Money;
  readonly date: PlainDate;
  /** What is held already. */
  readonly held: Money;
}

const million = 1_000_000n;

/** The lines of which something is held back, with the share and days of their rule, else of the terms. */
export function linesToReserve(lines: readonly GrossLine[], terms: ReserveTerms, code: string) {
  const isRolling = terms.reserveType === "rolling";
  return lines
    .map(({ gross, ratio, days, count }) => ({
      gross: money(BigInt(gross), code),
      ratio: rate6(ratio ?? (isRolling ? terms.reserveRatio : 0)),
      days: days ?? terms.reserveDays,
      count,
    }))
    .filter(({ ratio }) => ratio > 0);
}

/**
 * What a batch holds back of its captures, or null where that is nothing. There is one hold for a batch: where rules differ
 * it lasts as long as the longest, and its share is what it comes to of the gross amount.
 */
export function plannedReserve({ lines, terms, net, date, held }: ReserveBasis): PlannedReserve | null {
  const reserved = linesToReserve(lines, terms, net.currency);
  const amount = reserveOf({ lines: reserved satisfies readonly ReserveLine[], cap: terms.reserveCap, held, net });
  if (amount.amountMinor === 0n) return null;
  const days = Math.max(...reserved.map((line) => line.days));
  const [first] = reserved;
  const isOne = first !== undefined && reserved.every(({ ratio }) => ratio === first.ratio);
  const gross = lines.reduce((sum, line) => sum + BigInt(line.gross) * BigInt(line.count), 0n);
  const wanted = reserved.reduce(
    (sum, line) => sum + shareOf(line.gross, line.ratio).amountMinor * BigInt(line.count),
    0n,
  );
  const ratio = isOne ? first.ratio : Number((wanted * million) / gross);
  return { amount, ratio, releaseDate: reserveReleaseDate(date, days, terms.calendars) };
}

/** Whether a batch is too small to be settled by itself. What the merchant owes is never put off. */
export const isBelowMinimum = (net: Money, minimum: Money | null): boolean =>
  minimum !== null && net.amountMinor >= 0n && net.amountMinor < minimum.amountMinor;

/** What keeps a batch from going on, by the refusal that said so. */
const blocks: Readonly<Record<string, ValueOf<typeof SettlementBlock>>> = {
  "settlements.noTerms": "no_terms",
  "settlements.linesChanged": "lines_changed",
  "settlements.altered": "altered",
  "settlements.billNotIssued": "bill_questioned",
  "settlements.unreconciled": "unreconciled",
  "billing.altered": "altered",
  "billing.linesChanged": "lines_changed",
  "ledger.periodClosed": "period_closed",
};

export const blockOf = (code: string | undefined): ValueOf<typeof SettlementBlock> => blocks[code ?? ""] ?? "failed";
