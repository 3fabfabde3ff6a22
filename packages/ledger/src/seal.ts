import type { Journal } from "./journal.ts";

/** SHA-256 of a text's UTF-8 bytes as lower-case hex. Given by the caller: this package reaches for no platform. */
export type Hash = (text: string) => string;

/** The link of one journal in its merchant's chain. */
export interface Seal {
  readonly journalId: string;
  readonly prevHash: string;
  readonly hash: string;
}

/** What the first link of every merchant's chain holds on to. */
export const CHAIN_START = "0".repeat(64);

/**
 * One text per journal and one journal per text: every stored part in a fixed order, quoted so that no value can pose
 * as two. Amounts are decimal text of minor units.
 */
export const canonicalJournal = (journal: Journal): string =>
  JSON.stringify([
    journal.merchantId,
    journal.journalId,
    journal.book,
    journal.event,
    journal.eventId,
    journal.part,
    journal.orderId,
    journal.effectiveDate,
    journal.postedAt,
    journal.description,
    journal.operatorId,
    journal.reversalOf,
    journal.postings.map(({ debit, credit, amount }) => [debit, credit, String(amount.amountMinor), amount.currency]),
  ]);

/** The next links of a chain, in the order of the journals: hash(previous hash + canonical journal). */
export function seal(journals: readonly Journal[], prevHash: string, hash: Hash): Seal[] {
  let last = prevHash;
  return journals.map((journal) => {
    const link = { journalId: journal.journalId, prevHash: last, hash: hash(last + canonicalJournal(journal)) };
    last = link.hash;
    return link;
  });
}

/** Where a chain is broken, and whether a journal was altered or the links do not hold on to each other. */
export interface BrokenSeal {
  readonly journalId: string;
  readonly reason: "altered" | "unlinked";
}

/** Recomputes a stretch of a chain and names the first link that does not hold, or null when nothing was altered. */
export function verifySeals(
  sealed: readonly { journal: Journal; seal: Seal }[],
  prevHash: string,
  hash: Hash,
): BrokenSeal | null {
  let last = prevHash;
  for (const { journal, seal: stored } of sealed) {
    const { journalId } = journal;
    if (stored.journalId !== journalId || stored.prevHash !== last) return { journalId, reason: "unlinked" };
    if (hash(last + canonicalJournal(journal)) !== stored.hash) return { journalId, reason: "altered" };
    last = stored.hash;
  }
  return null;
}
