import type { BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { type FeeTerms, outboundFee } from "@countinghouse/money/fee.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { addDays, type PlainDate, type Weekday } from "@countinghouse/money/plain-date.ts";
import { shareOf } from "@countinghouse/money/rate.ts";
import {
  reserveReleaseDate,
  type SettlementFrequency,
  type SettlementTerms,
  settlementDate,
} from "@countinghouse/money/settlement-date.ts";
import { dayRange } from "@countinghouse/money/zone.ts";

/** The fields of account terms that determine settlement dates. */
export interface SettlementFields {
  readonly settlementDays: number;
  readonly settlementFrequency: "daily" | "weekly" | "monthly";
  readonly settlementDay?: number | null | undefined;
  readonly settlementZone: string;
  readonly cutoffTime?: string | null | undefined;
}

/** A contradiction in terms, and its field. */
export interface TermsContradiction {
  readonly code: "dayNeeded" | "depositNeeded" | "rangeReversed";
  readonly field: string;
}

interface DraftFields extends SettlementFields {
  readonly reserveType: "none" | "rolling" | "fixed";
  readonly reserveRatio: number;
  readonly reserveDays: number;
  readonly fixedDepositTarget?: string | null | undefined;
  readonly withdrawMin: string;
  readonly withdrawMax?: string | null | undefined;
}

/** The first contradiction in a draft. */
export function termsContradiction(draft: DraftFields): TermsContradiction | undefined {
  const day = draft.settlementDay ?? null;
  const isNamed = { daily: day === null, weekly: day !== null && day <= 7, monthly: day !== null };
  if (!isNamed[draft.settlementFrequency]) return { code: "dayNeeded", field: "settlementDay" };
  if (draft.reserveType === "rolling" && (draft.reserveRatio === 0 || draft.reserveDays === 0))
    return { code: "depositNeeded", field: draft.reserveRatio === 0 ? "reserveRatio" : "reserveDays" };
  if (draft.reserveType === "fixed" && BigInt(draft.fixedDepositTarget ?? "0") === 0n)
    return { code: "depositNeeded", field: "fixedDepositTarget" };
  const largest = draft.withdrawMax ?? null;
  return largest !== null && BigInt(largest) < BigInt(draft.withdrawMin)
    ? { code: "rangeReversed", field: "withdrawMax" }
    : undefined;
}

const frequencyOf = (every: SettlementFields["settlementFrequency"], day: number | null): SettlementFrequency => {
  if (every === "weekly") return { every: "week", on: (day ?? 1) as Weekday };
  return every === "monthly" ? { every: "month", on: day ?? 1 } : { every: "day" };
};

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 3600 + minutes * 60;
};

/** Settlement schedule of some terms. */
export const settlementTermsOf = (
  terms: SettlementFields,
  calendars: readonly BusinessCalendar[],
): SettlementTerms => ({
  zone: terms.settlementZone,
  cutOffSeconds: terms.cutoffTime ? secondsOf(terms.cutoffTime) : null,
  days: terms.settlementDays,
  calendars,
  frequency: frequencyOf(terms.settlementFrequency, terms.settlementDay ?? null),
});

/** Number of days between two dates. */
const daysBetween = (from: PlainDate, to: PlainDate): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Settlement dates of captures at noon of consecutive days, with the delay in days. */
export function settlementDates(
  terms: SettlementTerms,
  { first, count }: { readonly first: PlainDate; readonly count: number },
): readonly { readonly captureDay: PlainDate; readonly settledOn: PlainDate; readonly total: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const captureDay = addDays(first, index);
    const day = dayRange(captureDay, terms.zone);
    const settledOn = settlementDate((day.fromMs + day.toMs) / 2, terms);
    return { captureDay, settledOn, total: daysBetween(captureDay, settledOn) };
  });
}

interface ReserveFields {
  readonly reserveType: "none" | "rolling" | "fixed";
  readonly reserveRatio: number;
  readonly reserveDays: number;
}

/**
 * The amount reserved from a settlement on a day, and its release date. A fixed deposit is not taken per settlement.
 */
export function reserveFor(
  terms: ReserveFields,
  { amount, day, calendars }: { amount: Money; day: PlainDate; calendars: readonly BusinessCalendar[] },
): { readonly withheld: Money; readonly until: PlainDate | null } {
  if (terms.reserveType !== "rolling") return { withheld: money(0n, amount.currency), until: null };
  const until = reserveReleaseDate(day, terms.reserveDays, calendars);
  return { withheld: shareOf(amount, terms.reserveRatio), until };
}

interface WithdrawalFields {
  readonly withdrawFeePercent: number;
  readonly withdrawFeeFixed: string;
}

/** Fee of a withdrawal of an amount. */
export const withdrawalFee = (terms: WithdrawalFields, amount: Money): Money =>
  outboundFee(amount, withdrawalTerms(terms, amount.currency), "onTop").fee;

/** The price of a withdrawal. */
export const withdrawalTerms = (terms: WithdrawalFields, currency: string): FeeTerms => ({
  percent: terms.withdrawFeePercent,
  fixed: money(BigInt(terms.withdrawFeeFixed), currency),
  minimum: null,
  maximum: null,
});
