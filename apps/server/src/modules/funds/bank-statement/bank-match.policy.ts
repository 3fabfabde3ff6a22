import type {
  BankLineType,
  BankMatch,
  BankRefType,
} from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import type { BankLineState } from "@countinghouse/contract/funds/bank-statement/bank-statement.lifecycle.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { daysBetween } from "@countinghouse/money/plain-date.ts";

type Match = ValueOf<typeof BankMatch>;

/** A line as it is judged. */
export interface JudgedBankLine {
  readonly type: ValueOf<typeof BankLineType>;
  readonly amount: bigint;
  readonly bookingDate: string;
  readonly valueDate: string;
  /** All that refers to something: the references, and what was written beside the payment. */
  readonly references: readonly string[];
}

/** What a transfer carries out. */
export type TransferSource = "cashout" | "payout_order";

/** A record of ours that a line can stand against. Amounts are as the bank shows them: what goes out is less than none. */
export interface OurMovement {
  readonly refType: ValueOf<typeof BankRefType>;
  readonly id: string;
  readonly refNo: string;
  /** Of a transfer: what it carries out. */
  readonly sourceType: TransferSource | null;
  /** The withdrawal, payout order or reconciliation by which it is opened. */
  readonly sourceId: string;
  readonly sourceNo: string;
  readonly merchantId: string;
  readonly date: string;
  /** What the line has to come to. */
  readonly amount: bigint;
  /** What of that is in our books, and stands against no other line. */
  readonly booked: bigint;
  /** Whether confirming can book the rest; else somebody has to do something else first. */
  readonly isBookable: boolean;
  /** Of a transfer: people said that it was not paid, which confirming takes back. */
  readonly isGivenUp?: boolean;
  /** What a line may say of it: any of them whole. */
  readonly names: readonly string[];
  /** What a line has to say besides, before one of the names counts. */
  readonly isSumNeeded?: boolean;
}

export interface BankVerdict {
  readonly matchStatus: Match;
  readonly status: Extract<BankLineState, "matched" | "open">;
  readonly ours: OurMovement | null;
  /** What of the line is not in our books. */
  readonly difference: bigint;
}

/** Days by which a line may lie beside a record that it names nothing of. */
export const nearDays = 3;

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Letters and digits alone, in capitals: banks break references and put signs between. */
export const plainReference = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** What banks write where a line has no reference (SWIFT MT940, field 61). */
export const saysNothing = /^(NONREF|NOTPROVIDED)?$/i;

/** Numbers of ours within a text: their mark, the day, and ten characters of their own. */
export const numbersOfOurs = (text: string): readonly string[] =>
  plainReference(text).match(/(?:PO|CO|PY)\d{8}[0-9A-Z]{10}/g) ?? [];

/** Names shorter than this are found in anything. */
const nameMin = 6;

export const isNamed = (line: JudgedBankLine, ours: OurMovement): boolean => {
  const texts = line.references.map(plainReference);
  const names = ours.names.map(plainReference).filter((name) => name.length >= nameMin);
  const isFound = names.some((name) => texts.some((text) => text.includes(name)));
  return isFound && (!ours.isSumNeeded || ours.amount === line.amount);
};

const isNear = (line: JudgedBankLine, { date }: OurMovement): boolean =>
  [line.bookingDate, line.valueDate].some((day) => Math.abs(daysBetween(date, day)) <= nearDays);

const open = (matchStatus: Match, ours: OurMovement | null, difference: bigint): BankVerdict => ({
  matchStatus,
  status: "open",
  ours,
  difference,
});

/** What a line that names a record of ours, or that somebody put against one, comes to. */
export function judgeAgainst(line: Pick<JudgedBankLine, "amount">, ours: OurMovement): BankVerdict {
  // A bank on the way may have kept some of what it sends back.
  const isReturn = ours.refType === "payout_return" && ours.booked === 0n && ours.isBookable;
  if (isReturn && line.amount <= ours.amount) return open("returned", ours, line.amount);
  if (ours.amount !== line.amount && size(ours.booked) > 0n)
    return open("amount_mismatch", ours, line.amount - ours.booked);
  if (ours.amount !== line.amount) return open("amount_mismatch", ours, line.amount);
  if (ours.booked === line.amount) return { matchStatus: "matched", status: "matched", ours, difference: 0n };
  if (!ours.isBookable || ours.isGivenUp) return open("status_mismatch", ours, line.amount);
  return open("unbooked", ours, line.amount);
}

/** Lines and records of ours that are matched together: one of the one side, several of the other, of the same sum. */
export interface Combination<L extends JudgedBankLine = JudgedBankLine> {
  readonly lines: readonly L[];
  readonly records: readonly OurMovement[];
}

const sumOf = (amounts: readonly { readonly amount: bigint }[]): bigint =>
  amounts.reduce((total, { amount }) => total + amount, 0n);

/**
 * What lines and records go together by what the lines name: a line that names several transfers and comes to all of them,
 * and lines that name the same one and come to it together. Each line and each record is in one at most.
 */
export function combinationsOf<L extends JudgedBankLine>(
  lines: readonly L[],
  candidates: readonly OurMovement[],
  isTaken: (ours: OurMovement) => boolean,
): Combination<L>[] {
  const free = candidates.filter((ours) => !ours.isSumNeeded && !isTaken(ours));
  const named = new Map(
    lines.map((line) => [line, free.filter((ours) => ours.amount < 0n === line.amount < 0n && isNamed(line, ours))]),
  );
  const found: Combination<L>[] = [];
  const used = new Set<OurMovement | L>();
  for (const [line, records] of named) {
    if (records.length < 2 || sumOf(records) !== line.amount || records.some((ours) => used.has(ours))) continue;
    found.push({ lines: [line], records });
    for (const one of [line, ...records]) used.add(one);
  }
  for (const ours of free) {
    const parts = lines.filter((line) => !used.has(line) && named.get(line)?.includes(ours));
    if (parts.length < 2 || used.has(ours) || sumOf(parts) !== ours.amount) continue;
    found.push({ lines: parts, records: [ours] });
    for (const one of [ours, ...parts]) used.add(one);
  }
  return found;
}

/** The best of those that a line names: of the same amount before others, then the nearest. */
const bestOf = (line: JudgedBankLine, candidates: readonly OurMovement[]): OurMovement | undefined =>
  candidates.toSorted(
    (a, b) =>
      Number(b.amount === line.amount) - Number(a.amount === line.amount) ||
      Math.abs(daysBetween(a.date, line.bookingDate)) - Math.abs(daysBetween(b.date, line.bookingDate)),
  )[0];

/**
 * Compares a line with what of ours could stand behind it. What it names decides; amount and days alone only propose.
 * `isTaken` says whether another line stands against a record already.
 */
export function judgeLine(
  line: JudgedBankLine,
  candidates: readonly OurMovement[],
  isTaken: (ours: OurMovement) => boolean,
): BankVerdict {
  const ofSide = candidates.filter(({ amount }) => amount < 0n === line.amount < 0n);
  const named = ofSide.filter((ours) => isNamed(line, ours));
  const free = named.filter((ours) => !isTaken(ours));
  const best = bestOf(line, free);
  if (best) return judgeAgainst(line, best);
  const [taken] = named;
  if (taken) return open("duplicate", taken, line.amount);
  if (line.type === "charge") return open("charge", null, line.amount);
  const unknown = open(line.amount > 0n ? "unknown_credit" : "unknown_debit", null, line.amount);
  // It names a number of ours that nothing here has: whatever is like it by amount is something else.
  if (line.references.some((text) => numbersOfOurs(text).length > 0)) return unknown;
  // What comes back says so, or names what went: amount and days alone would take any payment for a return.
  const similar = ofSide.filter(
    (ours) =>
      ours.amount === line.amount &&
      isNear(line, ours) &&
      !isTaken(ours) &&
      (ours.refType !== "payout_return" || line.type === "return"),
  );
  const near =
    bestOf(
      line,
      similar.filter(({ isGivenUp }) => !isGivenUp),
    ) ?? bestOf(line, similar);
  if (near) return open("proposed", near, line.amount - near.booked);
  return unknown;
}
