import type { ReconItemState } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import type { ReconMatch } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { addBusinessDays, type BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { addDays, type PlainDate } from "@countinghouse/money/plain-date.ts";

type Match = ValueOf<typeof ReconMatch>;

/** The values of a line that matching uses; minor units, credits to us positive. */
export interface MatchableLine {
  /** Currencies of the file's settlement, of the payment, and of the line's amounts. */
  readonly currency: string;
  readonly lineCurrency: string;
  readonly netCurrency: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly time: Date | null;
}

/** Our record for a line. */
export interface Counterpart {
  readonly currency: string;
  readonly gross: bigint;
  /** The expected fee in the same currency; null without an expectation. */
  readonly fee: bigint | null;
  /** Whether only the file tells the fee, as where the provider passes interchange on. */
  readonly isFeeEstimated: boolean;
  /** Whether it is booked as successful or returned. */
  readonly isBooked: boolean;
  /** Earliest and latest time it can have happened at the gateway. */
  readonly from: Date;
  readonly to: Date;
}

/** Differences accepted without a decision. */
export interface Tolerance {
  /** Of the amount, in minor units of the file's currency. */
  readonly amount: bigint;
  /** Of the fee, in millionths of the gross amount. */
  readonly fee: bigint;
}

/** Bounds of a comparison. */
export interface Bounds extends Tolerance {
  /** Highest cost booked without a decision, in minor units of the file's currency. */
  readonly ceiling: bigint;
}

export interface MatchVerdict {
  readonly matchStatus: Match;
  readonly status: Extract<ReconItemState, "matched" | "open">;
  /** The file's net less ours, after what is booked at once. */
  readonly difference: bigint;
  /** Booked to cost at once: positive where the gateway took more than was accrued. */
  readonly trueUp: bigint;
}

const dayMs = 86_400_000;
const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
const open = (matchStatus: Match, difference: bigint): MatchVerdict => ({
  matchStatus,
  status: "open",
  difference,
  trueUp: 0n,
});

/**
 * Compares a line with our record (acquiring-domain 9.7): by reference, through which the caller found it, then
 * currency, status, amount, fee and date. Differences within tolerance, and fees that only the file tells, are booked
 * to cost; everything else is open.
 */
export function judgeMatch(line: MatchableLine, ours: Counterpart, tolerance: Bounds): MatchVerdict {
  const net = grantedBy(line);
  const ourNet = ours.currency === line.currency ? ours.gross - (ours.fee ?? 0n) : 0n;
  const difference = net - ourNet;
  if (!isOneCurrency(line) || ours.currency !== line.currency) return open("currency_mismatch", difference);
  if (!ours.isBooked) return open("status_mismatch", net);
  const grossDifference = line.gross - ours.gross;
  if (size(grossDifference) > tolerance.amount) return open("amount_mismatch", difference);
  const feeDifference = line.fee - (ours.fee ?? 0n);
  const isFeeOpen = feeDifference !== 0n && ours.fee !== null && !ours.isFeeEstimated;
  const feeMax = (size(line.gross) * tolerance.fee) / 1_000_000n;
  if (isFeeOpen && size(feeDifference) > feeMax) return open("fee_mismatch", difference);
  // A fee that only the file tells is accepted up to what one person may resolve.
  if (!isFeeOpen && size(feeDifference) > tolerance.ceiling) return open("fee_mismatch", difference);
  if (isOffDate(line.time, ours)) return { ...open("date_mismatch", 0n), trueUp: -difference };
  const isTolerated = grossDifference !== 0n || isFeeOpen;
  return { matchStatus: isTolerated ? "tolerance" : "matched", status: "matched", difference: 0n, trueUp: -difference };
}

/** More than a day before or after it can have happened. */
const isOffDate = (time: Date | null, { from, to }: Counterpart): boolean =>
  time !== null && (time.getTime() < from.getTime() - dayMs || time.getTime() > to.getTime() + dayMs);

/** The amount a line grants in its file's currency: zero where its amounts are in another currency. */
export const grantedBy = ({ currency, netCurrency, gross, fee }: MatchableLine): bigint =>
  netCurrency === currency ? gross - fee : 0n;

const isOneCurrency = ({ currency, lineCurrency, netCurrency }: MatchableLine): boolean =>
  lineCurrency === currency && netCurrency === currency;

/** An unmatched line: its whole amount is the difference. */
export const unmatchedVerdict = (matchStatus: "missing_local" | "duplicate", line: MatchableLine): MatchVerdict =>
  open(matchStatus, grantedBy(line));

/** The payout line: its difference from the sum of the file's lines. */
export const judgePayout = (beyond: bigint): MatchVerdict =>
  beyond === 0n
    ? { matchStatus: "matched", status: "matched", difference: 0n, trueUp: 0n }
    : open("amount_mismatch", beyond);

/** Sum of the account fees in a file. */
export interface AccountFees {
  readonly sum: bigint;
  readonly ceiling: bigint;
}

/**
 * A line about the account itself. A fee is booked to cost at once while the file's fees in sum do not exceed what one
 * person may resolve; larger ones, and those in another currency, need a decision.
 */
export function judgeOfAccount(line: MatchableLine, fees: AccountFees | null): MatchVerdict {
  const granted = grantedBy(line);
  if (!isOneCurrency(line)) return open("currency_mismatch", granted);
  if (fees && (size(fees.sum) > fees.ceiling || size(granted) > fees.ceiling)) return open("fee_mismatch", granted);
  return { matchStatus: "matched", status: "matched", difference: 0n, trueUp: fees ? -granted : 0n };
}

/** The gateway's payout cut-off, by its contract with us. */
export interface PayoutCutoff {
  /** Time of day, `HH:MM`, in the zone. */
  readonly time: string;
  readonly zone: string;
  readonly lagDays: number;
  readonly calendars: readonly BusinessCalendar[];
}

/** The latest file date by which the gateway has to list a payment made at an instant. */
export function listingDeadline(at: Date, { time, zone, lagDays, calendars }: PayoutCutoff): PlainDate {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const day = `${part("year")}-${part("month")}-${part("day")}`;
  // A cut-off at midnight ends the day itself.
  const isLate = time !== "00:00" && `${part("hour")}:${part("minute")}` >= time;
  return addBusinessDays(isLate ? addDays(day, 1) : day, lagDays, calendars);
}
