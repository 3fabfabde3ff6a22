import type {
  BankLineType,
  BankMatch,
  BankRefType,
} from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import type { BankLineState } from "@countinghouse/contract/funds/bank-statement/bank-statement.lifecycle.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { daysBetween } from "@countinghouse/money/plain-date.ts";

type Match = ValueOf<typeof BankMatch>;

/** The values of a line that matching uses. */
export interface JudgedBankLine {
  readonly type: ValueOf<typeof BankLineType>;
  readonly amount: bigint;
  readonly bookingDate: string;
  readonly valueDate: string;
  /** All reference texts: the references, and the remittance information. */
  readonly references: readonly string[];
  /** What the bank says was ordered in another currency, with the sign of the line. */
  readonly told?: { readonly currency: CurrencyCode; readonly amount: bigint } | null;
}

/** What a transfer pays. */
export type TransferSource = "cashout" | "payout_order";

/** One of our records that a line can match. Amounts are as the bank shows them: outgoing ones are negative. */
export interface OurMovement {
  readonly refType: ValueOf<typeof BankRefType>;
  readonly id: string;
  readonly refNo: string;
  /** For a transfer: what it pays. */
  readonly sourceType: TransferSource | null;
  /** The withdrawal, payout order or reconciliation to open. */
  readonly sourceId: string;
  readonly sourceNo: string;
  readonly merchantId: string;
  readonly date: string;
  /** The expected amount of the line. */
  readonly amount: bigint;
  /** The part that is booked and matched to no other line. */
  readonly booked: bigint;
  /** Whether confirming can book the rest; otherwise another step is needed first. */
  readonly isBookable: boolean;
  /** For a transfer that a user marked as not paid, which confirming reverts. */
  readonly isGivenUp?: boolean;
  /** Names by which a line may identify it, each as a whole. */
  readonly names: readonly string[];
  /**
   * Booked at another account of ours and in another currency, which its amounts are in: the line's account paid it in
   * that one's place.
   */
  readonly exchange?: { readonly currency: CurrencyCode; readonly accountId: string };
  /** A name counts only if the line has this sum as well. */
  readonly isSumNeeded?: boolean;
}

export interface BankVerdict {
  readonly matchStatus: Match;
  readonly status: Extract<BankLineState, "matched" | "open">;
  readonly ours: OurMovement | null;
  /** The part of the line that is not booked. */
  readonly difference: bigint;
}

/** Days by which a line may differ from a record that it does not name. */
export const nearDays = 3;

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Letters and digits only, in upper case: banks break references and insert separators. */
export const plainReference = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Placeholders that banks write for a missing reference (SWIFT MT940, field 61). */
export const saysNothing = /^(NONREF|NOTPROVIDED)?$/i;

/** Our business numbers within a text: prefix, day and ten symbols. */
export const numbersOfOurs = (text: string): readonly string[] =>
  plainReference(text).match(/(?:PO|CO|PY)\d{8}[0-9A-Z]{10}/g) ?? [];

/** Shorter names would match by accident. */
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

/** Whether what the bank says was ordered is what we have: all of it, or for a return no more than that. */
function isToldAlike({ told }: Pick<JudgedBankLine, "told">, ours: OurMovement): boolean {
  if (!told) return true;
  if (told.currency !== ours.exchange?.currency) return false;
  return told.amount === ours.amount || (ours.refType === "payout_return" && told.amount < ours.amount);
}

/** Verdict on a line of one currency against a record of another one: a user confirms what the difference comes to. */
function judgeExchanged(line: Pick<JudgedBankLine, "amount" | "told">, ours: OurMovement): BankVerdict {
  if (!isToldAlike(line, ours)) return open("amount_mismatch", ours, line.amount);
  const isReady = ours.booked === ours.amount || (ours.booked === 0n && ours.isBookable && !ours.isGivenUp);
  return open(isReady ? "exchanged" : "status_mismatch", ours, line.amount);
}

/** Verdict on a line that names a record, or was assigned to one by a user. */
export function judgeAgainst(line: Pick<JudgedBankLine, "amount" | "told">, ours: OurMovement): BankVerdict {
  if (ours.exchange) return judgeExchanged(line, ours);
  // An intermediary bank may have deducted charges from a return.
  const isReturn = ours.refType === "payout_return" && ours.booked === 0n && ours.isBookable;
  if (isReturn && line.amount <= ours.amount) return open("returned", ours, line.amount);
  if (ours.amount !== line.amount && size(ours.booked) > 0n)
    return open("amount_mismatch", ours, line.amount - ours.booked);
  if (ours.amount !== line.amount) return open("amount_mismatch", ours, line.amount);
  if (ours.booked === line.amount) return { matchStatus: "matched", status: "matched", ours, difference: 0n };
  if (!ours.isBookable || ours.isGivenUp) return open("status_mismatch", ours, line.amount);
  return open("unbooked", ours, line.amount);
}

/** Lines and records matched together: one on one side, several on the other, with equal sums. */
export interface Combination<L extends JudgedBankLine = JudgedBankLine> {
  readonly lines: readonly L[];
  readonly records: readonly OurMovement[];
}

const sumOf = (amounts: readonly { readonly amount: bigint }[]): bigint =>
  amounts.reduce((total, { amount }) => total + amount, 0n);

/**
 * Combinations of lines and records by the names in the lines: a line that names several transfers and equals their
 * sum, and lines that name the same record and sum to it. Each line and record is in one combination at most.
 */
export function combinationsOf<L extends JudgedBankLine>(
  lines: readonly L[],
  candidates: readonly OurMovement[],
  isTaken: (ours: OurMovement) => boolean,
): Combination<L>[] {
  const free = candidates.filter((ours) => !ours.isSumNeeded && !ours.exchange && !isTaken(ours));
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

/** The best of several named records: equal amount first, then the nearest date. */
const bestOf = (line: JudgedBankLine, candidates: readonly OurMovement[]): OurMovement | undefined =>
  candidates.toSorted(
    (a, b) =>
      Number(b.amount === line.amount) - Number(a.amount === line.amount) ||
      Math.abs(daysBetween(a.date, line.bookingDate)) - Math.abs(daysBetween(b.date, line.bookingDate)),
  )[0];

/**
 * Matches a line against our records. A named record decides; amount and date alone make a proposal only. `isTaken`
 * tells whether another line is matched to a record already.
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
  // The line names a number of ours that is unknown here: a record of equal amount is a different one.
  if (line.references.some((text) => numbersOfOurs(text).length > 0)) return unknown;
  // A return says that it is one, or names the outgoing transfer: by amount and date alone any payment could look like
  // a return.
  const similar = ofSide.filter(
    (ours) =>
      !ours.exchange &&
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
