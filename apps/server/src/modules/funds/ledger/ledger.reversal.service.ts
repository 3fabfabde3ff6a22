import { reversal } from "@countinghouse/ledger/entry.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findJournal } from "./ledger.journal.store.ts";
import { type PostedJournal, post } from "./ledger.post.service.ts";

/** Which journal to undo, and what its reversal says. */
export interface ReversalRequest {
  readonly merchantId: string;
  readonly journalId: string;
  readonly effectiveDate: string;
  readonly description: string;
  /** ISO date on which what it moves in pending is settled; the effective date unless told. */
  readonly dueDate?: string;
}

/**
 * Undoes a journal in the transaction of `ctx`: the same record and order, its postings mirrored, a reference back.
 * Answers nothing where it was undone already, so that of many who try one succeeds. Throws `reversal_invalid` on a
 * reversal, and refuses like `postEntries` what a bucket cannot give back.
 */
export async function reverseJournal(ctx: Context, request: ReversalRequest): Promise<PostedJournal | undefined> {
  const { merchantId, journalId, ...says } = request;
  const journal = await findJournal(ctx, merchantId, journalId);
  if (!journal) throw new Error(`there is no journal ${journalId} of ${merchantId}`);
  const [posted] = await post(ctx, { ...undone(journal), ...says }, undoing(journal));
  return posted;
}

/** The key of a reversal names the journal it undoes, so that there can be one only. */
const undone = (journal: Journal) => ({
  merchantId: journal.merchantId,
  book: journal.book,
  entries: [reversal(journal)],
  eventId: journal.journalId,
  orderId: journal.orderId,
});

const undoing = ({ journalId, eventId }: Journal) => ({ reversalOf: journalId, heldFor: eventId });
