import type { ReconItemState } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import type { ReconMatch } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { addBusinessDays, type BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { addDays, type PlainDate } from "@countinghouse/money/plain-date.ts";

type Match = ValueOf<typeof ReconMatch>;

/** A line as it is judged; minor units, credits to us positive. */
export interface MatchableLine {
  /** In which the file is settled, in which the line was taken, and in which its amounts are. */
  readonly currency: string;
  readonly lineCurrency: string;
  readonly netCurrency: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly time: Date | null;
}

/** What stands in our books against a line. */
export interface Counterpart {
  readonly currency: string;
  readonly gross: bigint;
  /** What the gateway was expected to keep, in the same currency; null where nobody expected anything. */
  readonly fee: bigint | null;
  /** Whether the fee is only known from the file, as where the provider passes interchange on. */
  readonly isFeeEstimated: boolean;
  /** Whether it is booked: that it succeeded, or came back. */
  readonly isBooked: boolean;
  /** Between which instants it happened at the gateway, as far as we know. */
  readonly from: Date;
  readonly to: Date;
}

/** What may differ before people are asked. */
export interface Tolerance {
  /** Of the amount, in minor units of the file's currency. */
  readonly amount: bigint;
  /** Of the fee, in millionths of the gross. */
  readonly fee: bigint;
}

/** What bounds a comparison. */
export interface Bounds extends Tolerance {
  /** Above it no cost is booked that nobody agreed to, in minor units of the file's currency. */
  readonly ceiling: bigint;
}

export interface MatchVerdict {
  readonly matchStatus: Match;
  readonly status: Extract<ReconItemState, "matched" | "open">;
  /** The net of the file less ours, once what is booked at once is booked. */
  readonly difference: bigint;
  /** What is booked to cost at once: more than none where the gateway took more than was accrued. */
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
 * Compares a line with what we booked (acquiring-domain 9.7): reference first, which the caller found it by, then
 * currency, standing, amount, fee and date. What is within the tolerance, and fees that only the file tells, are booked to
 * cost; everything else is open.
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
  // What only the file tells is believed as far as one person may go.
  if (!isFeeOpen && size(feeDifference) > tolerance.ceiling) return open("fee_mismatch", difference);
  if (isOffDate(line.time, ours)) return { ...open("date_mismatch", 0n), trueUp: -difference };
  const isTolerated = grossDifference !== 0n || isFeeOpen;
  return { matchStatus: isTolerated ? "tolerance" : "matched", status: "matched", difference: 0n, trueUp: -difference };
}

/** More than a day before it can have happened, or after. */
const isOffDate = (time: Date | null, { from, to }: Counterpart): boolean =>
  time !== null && (time.getTime() < from.getTime() - dayMs || time.getTime() > to.getTime() + dayMs);

/** What a line grants in the currency of its file: nothing where its amounts are in another one, which is never added to it. */
export const grantedBy = ({ currency, netCurrency, gross, fee }: MatchableLine): bigint =>
  netCurrency === currency ? gross - fee : 0n;

const isOneCurrency = ({ currency, lineCurrency, netCurrency }: MatchableLine): boolean =>
  lineCurrency === currency && netCurrency === currency;

/** A line that stands against nothing of ours: all that it grants is the difference. */
export const unmatchedVerdict = (matchStatus: "missing_local" | "duplicate", line: MatchableLine): MatchVerdict =>
  open(matchStatus, grantedBy(line));

/** The line of a payout: what it is beyond the lines of its file, or lacks of them, is the difference. */
export const judgePayout = (beyond: bigint): MatchVerdict =>
  beyond === 0n
    ? { matchStatus: "matched", status: "matched", difference: 0n, trueUp: 0n }
    : open("amount_mismatch", beyond);

/** What the fees of an account come to in all of a file, where a line is one of them. */
export interface AccountFees {
  readonly sum: bigint;
  readonly ceiling: bigint;
}

/**
 * A line about the account itself. A fee is booked to cost at once, as long as all of its file are no more than one person
 * may end; more than that, and what is in another currency, is for people.
 */
export function judgeOfAccount(line: MatchableLine, fees: AccountFees | null): MatchVerdict {
  const granted = grantedBy(line);
  if (!isOneCurrency(line)) return open("currency_mismatch", granted);
  if (fees && (size(fees.sum) > fees.ceiling || size(granted) > fees.ceiling)) return open("fee_mismatch", granted);
  return { matchStatus: "matched", status: "matched", difference: 0n, trueUp: fees ? -granted : 0n };
}

/** When a gateway pays out what it took; as its contract with us says. */
export interface PayoutCutoff {
  /** Time of day, `HH:MM`, in the zone. */
  readonly time: string;
  readonly zone: string;
  readonly lagDays: number;
  readonly calendars: readonly BusinessCalendar[];
}

/** The day by whose files at the latest the gateway has to have listed what it took at an instant. */
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
