import { type Entry, type EntryEvent, reversal } from "./entry.ts";
import { LedgerError } from "./ledger-error.ts";

/** Live money, or the simulator's. The two books never share a journal. */
export type Book = "live" | "test";

/** An entry as it stands in the book: what happened, when, and by whom. Texts are stored exactly as given. */
export interface Journal extends Entry {
  readonly journalId: string;
  readonly book: Book;
  /** The record the event happened to, for instance a refund. */
  readonly eventId: string;
  /** Tells several entries of one event on one record apart, for instance the tries of a cycle; "" for the only one. */
  readonly part: string;
  /** The order the money belongs to; null where there is none. */
  readonly orderId: string | null;
  /** ISO date the entry counts for. */
  readonly effectiveDate: string;
  /** ISO 8601 instant in UTC with milliseconds, so that texts sort as instants do. */
  readonly postedAt: string;
  readonly description: string;
  readonly operatorId: string | null;
  readonly reversalOf: string | null;
}

/** What makes an entry the same entry: replaying an event yields the same key, and the key is unique per merchant. */
export const idempotencyKey = ({
  event,
  eventId,
  part,
}: {
  event: EntryEvent;
  eventId: string;
  part: string;
}): string => [event, eventId, part].map(encodeURIComponent).join(":");

/** What a reversal cannot take from the journal it reverses. */
export type ReversalDetails = Pick<Journal, "journalId" | "effectiveDate" | "postedAt" | "description" | "operatorId">;

/**
 * The journal that undoes another: the same record, order and book, mirrored postings, and a reference back. Its key
 * names the reversed journal, so the unique key refuses a second reversal. Throws `reversal_invalid` on a reversal.
 */
export const reversalJournal = (journal: Journal, details: ReversalDetails): Journal => ({
  ...journal,
  ...reversal(journal),
  ...details,
  eventId: journal.journalId,
  part: "",
  reversalOf: journal.journalId,
});

/** Whether a date falls into a closed month; closed months are written "2026-05". */
export const isPeriodClosed = (effectiveDate: string, closedMonths: ReadonlySet<string>): boolean =>
  closedMonths.has(effectiveDate.slice(0, 7));

/**
 * The journals posted up to and including an instant, for a balance as it was then. Throws on an instant not in UTC.
 */
export function postedBy(journals: readonly Journal[], instant: string): Journal[] {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(instant))
    throw new LedgerError("instant_malformed", `not an instant: ${instant}`);
  return journals.filter(({ postedAt }) => postedAt <= instant);
}
