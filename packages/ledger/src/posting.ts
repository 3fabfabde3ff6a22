import { isNegative, isZero, type Money, negate } from "@countinghouse/money/money.ts";
import { type AccountCode, parseAccount } from "./account.ts";
import { LedgerError } from "./ledger-error.ts";

/**
 * One movement: a positive amount from the credited account to the debited one. Because each posting carries both
 * sides, no set of postings can be out of balance.
 */
export interface Posting {
  readonly debit: AccountCode;
  readonly credit: AccountCode;
  readonly amount: Money;
}

/**
 * The posting itself, checked. Throws `posting_invalid` for an amount that is not positive, an account against itself,
 * or an account kept in another currency than the amount.
 */
export function posting(line: Posting): Posting {
  const { debit, credit, amount } = line;
  const wrong = (why: string): LedgerError =>
    new LedgerError("posting_invalid", `${why}: ${debit} / ${credit} ${amount.amountMinor} ${amount.currency}`);
  if (amount.amountMinor <= 0n) throw wrong("not positive");
  if (debit === credit) throw wrong("an account against itself");
  for (const code of [debit, credit]) {
    if (parseAccount(code).currency !== amount.currency) throw wrong("another currency");
  }
  return line;
}

/** The postings that move money, each checked. Zero movements are omitted; a negative one is refused. */
export const postings = (lines: readonly Posting[]): Posting[] =>
  lines.filter(({ amount }) => !isZero(amount)).map(posting);

/** A movement whose amount may have either sign: a negative one moves the absolute amount the other way. */
export const signedPosting = ({ debit, credit, amount }: Posting): Posting =>
  isNegative(amount) ? { debit: credit, credit: debit, amount: negate(amount) } : { debit, credit, amount };

/** The mirror of a set of postings: debit and credit exchanged, line by line. Together they sum to zero. */
export const reverse = (lines: readonly Posting[]): Posting[] =>
  lines.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }));
