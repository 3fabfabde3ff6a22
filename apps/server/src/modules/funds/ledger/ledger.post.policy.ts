import { type AccountCode, type MerchantBucket, parseAccount } from "@countinghouse/ledger/account.ts";
import { effectOn } from "@countinghouse/ledger/balance.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import type { Posting } from "@countinghouse/ledger/posting.ts";
import { add, isNegative, isZero, type Money, negate, zero } from "@countinghouse/money/money.ts";

/** A posting at its place in the book, with what each of its accounts holds after it. */
export interface SequencedPosting extends Posting {
  readonly journalId: string;
  readonly seq: number;
  readonly line: number;
  readonly debitAfter: Money;
  readonly creditAfter: Money;
}

/** A journal with its number in the book. */
export interface NumberedJournal extends Journal {
  readonly seq: number;
}

/** A bucket that would have to pay more than it holds. */
export interface Shortfall {
  readonly bucket: MerchantBucket;
  readonly balance: Money;
  readonly needed: Money;
}

/** What a set of journals does to the accounts it touches. */
export interface PostingPlan {
  readonly postings: readonly SequencedPosting[];
  readonly balances: ReadonlyMap<AccountCode, { readonly amount: Money; readonly journalId: string }>;
  readonly shortfall: Shortfall | undefined;
}

/** The accounts that journals touch, in the order of their codes. */
export const accountsOf = (journals: readonly { readonly postings: readonly Posting[] }[]): AccountCode[] =>
  [...new Set(journals.flatMap(({ postings }) => postings.flatMap(({ debit, credit }) => [debit, credit])))].sort();

/**
 * Places journals on the balances there are. A bucket in `covered`, and any that may never be negative, must hold
 * enough after every journal: what it lacks is reported and nothing else is of use then.
 */
export function planPosts(
  journals: readonly NumberedJournal[],
  held: ReadonlyMap<AccountCode, Money>,
  covered: readonly MerchantBucket[],
): PostingPlan {
  const balances = new Map<AccountCode, { amount: Money; journalId: string }>();
  const amountOf = (account: AccountCode): Money =>
    balances.get(account)?.amount ?? held.get(account) ?? zero(parseAccount(account).currency);
  const postings: SequencedPosting[] = [];
  for (const { journalId, seq, postings: lines } of journals) {
    const before = new Map(accountsOf([{ postings: lines }]).map((account) => [account, amountOf(account)]));
    for (const [index, line] of lines.entries()) {
      const debitAfter = add(amountOf(line.debit), effectOn(line.debit, line));
      balances.set(line.debit, { amount: debitAfter, journalId });
      const creditAfter = add(amountOf(line.credit), effectOn(line.credit, line));
      balances.set(line.credit, { amount: creditAfter, journalId });
      postings.push({ ...line, journalId, seq, line: index + 1, debitAfter, creditAfter });
    }
    const shortfall = shortfallAfter(before, amountOf, covered);
    if (shortfall) return { postings, balances, shortfall };
  }
  return { postings, balances, shortfall: undefined };
}

/** The first account that fell below nothing and must not. One that was negative and rises is no new harm. */
function shortfallAfter(
  before: ReadonlyMap<AccountCode, Money>,
  amountOf: (account: AccountCode) => Money,
  covered: readonly MerchantBucket[],
): Shortfall | undefined {
  for (const [account, balance] of before) {
    const { merchantId, kind, mayGoNegative } = parseAccount(account);
    if (merchantId === null || (mayGoNegative && !covered.some((bucket) => bucket === kind))) continue;
    const after = amountOf(account);
    const change = add(after, negate(balance));
    if (isNegative(after) && isNegative(change))
      return { bucket: kind as MerchantBucket, balance, needed: negate(change) };
  }
  return undefined;
}

/** What journals add to and take from the frozen bucket, by the record the money is frozen for. */
export interface HoldChange {
  readonly eventId: string;
  readonly event: string;
  readonly part: string;
  readonly description: string;
  readonly postedAt: string;
  readonly operatorId: string | null;
  readonly amount: Money;
  /** The merchant's bucket that it is taken from, or released to; null where it comes from or goes to the platform. */
  readonly bucket: MerchantBucket | null;
}

/**
 * How the holds follow from the journals: money enters the frozen bucket for the record of its event and leaves it for
 * the same one. `heldFor` names the record where it is not the event's own, as for a reversal.
 */
export function holdChanges(journals: readonly Journal[], heldFor: string | undefined): HoldChange[] {
  const changes: HoldChange[] = [];
  for (const { event, eventId, part, description, postedAt, operatorId, postings } of journals) {
    for (const { debit, credit, amount } of postings) {
      const hold = { event, eventId: heldFor ?? eventId, part, description, postedAt, operatorId };
      if (parseAccount(credit).kind === "frozen") changes.push({ ...hold, amount, bucket: bucketOf(debit) });
      if (parseAccount(debit).kind === "frozen")
        changes.push({ ...hold, amount: negate(amount), bucket: bucketOf(credit) });
    }
  }
  return changes.filter(({ amount }) => !isZero(amount));
}

const untilMark = "until ";

/** The part of the journal of an amount frozen by hand: when it is released by itself, or that somebody has to do so. */
export const holdEndPart = (end: Date | undefined): string => `${untilMark}${end?.toISOString() ?? "released"}`;

/**
 * When a hold ends by what the part of its journal says; null where nothing but a person or another event ends it.
 * Undefined where the journal is of before it said so.
 */
export function holdEndOf({ event, part }: Pick<HoldChange, "event" | "part">): string | null | undefined {
  if (event !== "J35") return null;
  if (!part.startsWith(untilMark)) return undefined;
  return part === holdEndPart(undefined) ? null : part.slice(untilMark.length);
}

function bucketOf(code: AccountCode): MerchantBucket | null {
  const { merchantId, kind } = parseAccount(code);
  return merchantId === null ? null : (kind as MerchantBucket);
}

/**
 * The bucket that what leaves a hold has to be the source of; null where it goes elsewhere for good. What a won dispute
 * gives back is available at once, wherever it had been taken from.
 */
export const releasedTo = ({ event, bucket }: HoldChange): MerchantBucket | null =>
  event === "J24" || bucket === "in_transit" ? null : bucket;
