import type { ReconItemState } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import type { ReconMatch } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { addBusinessDays, type BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { addDays, type PlainDate } from "@countinghouse/money/plain-date.ts";

type Match = ValueOf<typeof ReconMatch>;

/** A line as it is judged; minor units, credits to us positive. */
export interface JudgedLine {
  /** In which the file is settled, and which the line itself names. */
  readonly currency: string;
  readonly lineCurrency: string;
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

export interface Verdict {
  readonly matchStatus: Match;
  readonly status: Extract<ReconItemState, "matched" | "open">;
  /** The net of the file less ours, once what is booked at once is booked. */
  readonly difference: bigint;
  /** What is booked to cost at once: more than none where the gateway took more than was accrued. */
  readonly trueUp: bigint;
}

const dayMs = 86_400_000;
const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
const open = (matchStatus: Match, difference: bigint): Verdict => ({
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
export function judge(line: JudgedLine, ours: Counterpart, tolerance: Tolerance): Verdict {
  const net = line.gross - line.fee;
  const ourNet = ours.currency === line.currency ? ours.gross - (ours.fee ?? 0n) : 0n;
  const difference = net - ourNet;
  if (line.lineCurrency !== line.currency || ours.currency !== line.currency)
    return open("currency_mismatch", difference);
  if (!ours.isBooked) return open("status_mismatch", net);
  const grossDifference = line.gross - ours.gross;
  if (size(grossDifference) > tolerance.amount) return open("amount_mismatch", difference);
  const feeDifference = line.fee - (ours.fee ?? 0n);
  const isFeeOpen = feeDifference !== 0n && ours.fee !== null && !ours.isFeeEstimated;
  const feeMax = (size(line.gross) * tolerance.fee) / 1_000_000n;
  if (isFeeOpen && size(feeDifference) > feeMax) return open("fee_mismatch", difference);
  if (isOffDate(line.time, ours)) return { ...open("date_mismatch", 0n), trueUp: -difference };
  const isTolerated = grossDifference !== 0n || isFeeOpen;
  return { matchStatus: isTolerated ? "tolerance" : "matched", status: "matched", difference: 0n, trueUp: -difference };
}

/** More than a day before it can have happened, or after. */
const isOffDate = (time: Date | null, { from, to }: Counterpart): boolean =>
  time !== null && (time.getTime() < from.getTime() - dayMs || time.getTime() > to.getTime() + dayMs);

/** A line that stands against nothing of ours: all of it is the difference. */
export const unmatched = (matchStatus: "missing_local" | "duplicate", net: bigint): Verdict => open(matchStatus, net);

/** When a gateway pays out what it took; as its contract with us says. */
export interface Cutoff {
  /** Time of day, `HH:MM`, in the zone. */
  readonly time: string;
  readonly zone: string;
  readonly lagDays: number;
  readonly calendars: readonly BusinessCalendar[];
}

/** The day by whose files at the latest the gateway has to have listed what it took at an instant. */
export function expectedBy(at: Date, { time, zone, lagDays, calendars }: Cutoff): PlainDate {
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
