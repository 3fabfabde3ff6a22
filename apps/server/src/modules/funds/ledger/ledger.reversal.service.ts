import { reversal } from "@countinghouse/ledger/entry.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findJournal } from "./ledger.journal.store.ts";
import { type PostedJournal, post } from "./ledger.post.service.ts";

/** The journal to reverse, and the text of the reversal. */
export interface ReversalRequest {
  readonly merchantId: string;
  readonly journalId: string;
  readonly effectiveDate: string;
  readonly description: string;
  /** Settlement date (ISO) of its pending amounts; the effective date by default. */
  readonly dueDate?: string;
}

/**
 * Reverses a journal in the transaction of `ctx`: same record and order, mirrored postings, a reference to the
 * original. Undefined where it was reversed already, so that of concurrent callers one succeeds. Throws
 * `reversal_invalid` for a reversal, and refuses like `postEntries` where a bucket lacks the amount.
 */
export async function reverseJournal(ctx: Context, request: ReversalRequest): Promise<PostedJournal | undefined> {
  const { merchantId, journalId, ...says } = request;
  const journal = await findJournal(ctx, merchantId, journalId);
  if (!journal) throw new Error(`there is no journal ${journalId} of ${merchantId}`);
  const [posted] = await post(ctx, { ...undone(journal), ...says }, undoing(journal));
  return posted;
}

/** The key of a reversal names the reversed journal, so that there is at most one. */
const undone = (journal: Journal) => ({
  merchantId: journal.merchantId,
  book: journal.book,
  entries: [reversal(journal)],
  eventId: journal.journalId,
  orderId: journal.orderId,
});

const undoing = ({ journalId, eventId }: Journal) => ({ reversalOf: journalId, heldFor: eventId });
