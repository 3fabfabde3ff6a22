import { MerchantBucket as Buckets } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { MerchantBucket } from "@countinghouse/ledger/account.ts";
import type { Entry, EntryEvent } from "@countinghouse/ledger/entry.ts";
import { idempotencyKey } from "@countinghouse/ledger/journal.ts";
import { settlementLine } from "@countinghouse/ledger/settlement-line.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { accountsOf, holdChanges, type NumberedJournal, planPosts, type Shortfall } from "./ledger.post.policy.ts";
import {
  type MerchantBook,
  moveHolds,
  type PostingContext,
  readBookState,
  reserveNumbers,
  returnNumbers,
  shareMonth,
  writePosts,
} from "./ledger.post.store.ts";
import { type JournalLine, writeLines } from "./settlement-line.store.ts";

/** One business event to book: its entries, its record, and the buckets that must be covered. */
export interface PostRequest extends MerchantBook {
  readonly entries: readonly Entry[];
  readonly eventId: string;
  /** Distinguishes several bookings of one event on one record. */
  readonly part?: string;
  readonly orderId: string | null;
  /** Effective date (ISO); at most tomorrow, which allows for zones ahead of the clock's. */
  readonly effectiveDate: string;
  readonly description: string;
  /** Buckets that must be covered, besides those that may never be negative. */
  readonly requireCover?: readonly MerchantBucket[];
  /** When the money frozen by this is released automatically. */
  readonly holdUntil?: Date;
  /** Settlement date (ISO) of its pending amounts: the effective date by default, null while unknown. */
  readonly dueDate?: string | null;
}

/** Members that only a reversal sets. */
export interface ReversalFields {
  readonly reversalOf: string;
  /** The record whose hold the reversed journal changed. */
  readonly heldFor: string;
}

/** A written journal. */
export interface PostedJournal {
  readonly journalId: string;
  readonly event: EntryEvent;
}

/**
 * Books entries of one merchant in the transaction of `ctx`, all or nothing. An event that was booked before posts
 * nothing and is left out of the answer; so are entries of zero. Locks the merchant's book until the transaction ends:
 * a caller that books for several merchants in one transaction does so in the order of their ids. Refuses with
 * `ledger.insufficientBalance` and `ledger.periodClosed`, leaving everything unchanged.
 */
export const postEntries = (ctx: Context, request: PostRequest): Promise<readonly PostedJournal[]> =>
  post(ctx, request, undefined);

/** {@link postEntries}, also for reversals. */
export async function post(
  ctx: Context,
  request: PostRequest,
  undoing: ReversalFields | undefined,
): Promise<readonly PostedJournal[]> {
  const entries = request.entries.filter(({ postings }) => postings.length > 0);
  if (entries.length === 0) return [];
  assertSound(ctx, request, entries);
  const month = request.effectiveDate.slice(0, 7);
  if (month < ctx.now.toISOString().slice(0, 7)) await shareMonth(ctx, month);
  const keys = entries.map((entry) => keyOf(request, entry));
  // The second statement is sent right behind the first and runs once the book is locked, so it sees the locked state.
  const [{ last, postedAt }, standing] = await together([
    reserveNumbers(ctx, request, entries.length),
    readBookState(ctx, request, { keys, accounts: accountsOf(entries), month }),
  ]);
  const fresh = entries.filter((entry) => !standing.booked.has(keyOf(request, entry)));
  const first = last - entries.length + 1;
  const journals = fresh.map((entry, index) =>
    journalOf(ctx, request, entry, { seq: first + index, postedAt, undoing }),
  );
  const plan = planPosts(journals, standing.held, request.requireCover ?? []);
  const refusal = refusalOf(ctx, request, journals, standing, plan.shortfall);
  if (refusal || fresh.length < entries.length)
    await returnNumbers(ctx, request, refusal ? entries.length : entries.length - fresh.length);
  if (refusal) throw refusal;
  if (journals.length === 0) return [];
  await writePosts(ctx, request, journals, plan);
  await writeLines(ctx, request, linesOf(journals, request, undoing));
  const changes = holdChanges(journals, undoing?.heldFor);
  const expiresAt = request.holdUntil?.toISOString() ?? null;
  await moveHolds(ctx, request, changes, { postedAt, operatorId: operatorOf(ctx), expiresAt });
  return journals.map(({ journalId, event }) => ({ journalId, event }));
}

/** Settlement lines of journals, under the record that they book or reverse. */
export const linesOf = (
  journals: readonly NumberedJournal[],
  { effectiveDate, dueDate = effectiveDate }: Pick<PostRequest, "effectiveDate" | "dueDate">,
  undoing?: ReversalFields,
): JournalLine[] =>
  journals.flatMap((journal) => {
    const line = settlementLine(journal);
    const { journalId, eventId } = journal;
    return line ? [{ ...line, journalId, sourceId: undoing?.heldFor ?? eventId, dueDate }] : [];
  });

const keyOf = ({ eventId, part = "" }: PostRequest, { event }: Entry): string =>
  idempotencyKey({ event, eventId, part });

/** Who books: a console user by id, a merchant's server by its app number. */
const operatorOf = ({ actor }: Pick<Context, "actor">): string | null =>
  actor.userId > 0 ? String(actor.userId) : actor.account || null;

/** Checks that only a defect of the caller can fail. */
function assertSound(ctx: Context, request: PostRequest, entries: readonly Entry[]): void {
  const { merchantId, effectiveDate } = request;
  const foreign = entries.find((entry) => entry.merchantId !== merchantId);
  if (foreign) throw new Error(`an entry of ${foreign.merchantId} among those of ${merchantId}`);
  if (new Set(entries.map(({ event }) => event)).size < entries.length)
    throw new Error(`one event of ${request.eventId} is posted twice at once; tell the parts apart`);
  if (effectiveDate > addDays(ctx.now.toISOString().slice(0, 10), 1))
    throw new Error(`${request.eventId} is dated ahead, on ${effectiveDate}`);
}

/** The journal of an entry, numbered in its book. */
export function journalOf(
  ctx: Pick<Context, "actor" | "now">,
  { merchantId, book, eventId, part = "", orderId, effectiveDate, description }: PostRequest,
  { event, postings }: Entry,
  { seq, postedAt, undoing }: { seq: number; postedAt: string; undoing?: ReversalFields | undefined },
): NumberedJournal {
  return {
    merchantId,
    journalId: newId("jrn", ctx.now),
    book,
    seq,
    event,
    eventId,
    part,
    orderId,
    effectiveDate,
    postedAt,
    description,
    operatorId: operatorOf(ctx),
    reversalOf: undoing?.reversalOf ?? null,
    postings,
  };
}

function refusalOf(
  ctx: Context,
  { effectiveDate }: PostRequest,
  journals: readonly NumberedJournal[],
  { isClosed }: PostingContext,
  shortfall: Shortfall | undefined,
) {
  if (journals.length === 0) return undefined;
  if (isClosed) {
    const values = { month: effectiveDate.slice(0, 7), date: effectiveDate };
    return refuse("ledger.periodClosed", values);
  }
  return shortfall ? insufficient(ctx, shortfall) : undefined;
}

/** The refusal for a debit beyond a bucket's balance. */
function insufficient({ request: { locale } }: Context, { bucket, balance, needed }: Shortfall) {
  const values = {
    bucket: Buckets.memberOf(bucket)?.text[locale] ?? bucket,
    balance: formatMoney(balance, { language: locale }),
    needed: formatMoney(needed, { language: locale }),
  };
  const extras = {
    bucket,
    currency: balance.currency,
    balance: String(balance.amountMinor),
    needed: String(needed.amountMinor),
  };
  return refuse("ledger.insufficientBalance", values, { extras });
}
