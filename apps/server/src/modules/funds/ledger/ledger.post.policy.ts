import { type AccountCode, type MerchantBucket, parseAccount } from "@countinghouse/ledger/account.ts";
import { effectOn } from "@countinghouse/ledger/balance.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import type { Posting } from "@countinghouse/ledger/posting.ts";
import { add, isNegative, isZero, type Money, negate, zero } from "@countinghouse/money/money.ts";

/** A numbered posting, with the balance of each account after it. */
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

/** A bucket with too little for a debit. */
export interface Shortfall {
  readonly bucket: MerchantBucket;
  readonly balance: Money;
  readonly needed: Money;
}

/** Effects of a set of journals on the accounts it touches. */
export interface PostingPlan {
  readonly postings: readonly SequencedPosting[];
  readonly balances: ReadonlyMap<AccountCode, { readonly amount: Money; readonly journalId: string }>;
  readonly shortfall: Shortfall | undefined;
}

/** The accounts that journals touch, sorted by code. */
export const accountsOf = (journals: readonly { readonly postings: readonly Posting[] }[]): AccountCode[] =>
  [...new Set(journals.flatMap(({ postings }) => postings.flatMap(({ debit, credit }) => [debit, credit])))].sort();

/**
 * Applies journals to present balances. A bucket in `covered`, and any that may never be negative, must have enough
 * after every journal; otherwise the shortfall is reported and the rest of the plan is unusable.
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

/** The first account that became negative and must not. One that was negative and rises is accepted. */
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

/** A change to the frozen bucket, by the record for which money is frozen. */
export interface HoldChange {
  readonly eventId: string;
  readonly event: string;
  readonly part: string;
  readonly description: string;
  readonly postedAt: string;
  readonly operatorId: string | null;
  readonly amount: Money;
  /** The merchant's bucket on the other side; null where it is the platform's. */
  readonly bucket: MerchantBucket | null;
}

/**
 * Changes to holds that follow from journals: money enters and leaves the frozen bucket for the record of its event.
 * `heldFor` names another record, as for a reversal.
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

/** Journal part of a manually frozen amount: its automatic release time, or that a user has to release it. */
export const holdEndPart = (end: Date | undefined): string => `${untilMark}${end?.toISOString() ?? "released"}`;

/**
 * Automatic release time of a hold by its journal's part; null where only a user or another event ends it. Undefined
 * for journals older than this.
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
 * The hold's source bucket after a release; null where the money leaves for good. A won dispute's money is available
 * at once, whatever its source.
 */
export const releasedTo = ({ event, bucket }: HoldChange): MerchantBucket | null =>
  event === "J24" || bucket === "in_transit" ? null : bucket;
