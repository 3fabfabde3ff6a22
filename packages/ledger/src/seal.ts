import type { Journal } from "./journal.ts";

/**
 * A digest of a text's UTF-8 bytes as lower-case hex: SHA-256, or HMAC-SHA-256 under a key. Given by the caller: this
 * package reaches for no platform.
 */
export type HashFunction = (text: string) => string;

/** What the first link of every merchant's chain holds on to. */
export const CHAIN_START = "0".repeat(64);

/**
 * The link of a journal in the first scheme, without a key: no new link is made by it. One text per journal and one
 * journal per text, quoted so that no value can pose as two.
 */
export const unkeyedLink = (prevHash: string, journal: Journal, sha256: HashFunction): string =>
  sha256(
    prevHash +
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
        journal.postings.map(({ debit, credit, amount }) => [
          debit,
          credit,
          String(amount.amountMinor),
          amount.currency,
        ]),
      ]),
  );

/** A stored row by the names of its columns; a test compares the names that a seal covers with those of the tables. */
type Row<Column extends string> = Readonly<Record<Column, unknown>>;

/** Columns of a journal that a keyed seal covers: all of them, in this order for ever. */
export const sealedJournalColumns = [
  "merchantId",
  "id",
  "book",
  "seq",
  "event",
  "eventId",
  "part",
  "idempotencyKey",
  "orderId",
  "effectiveDate",
  "postedAt",
  "description",
  "operatorId",
  "reversalOf",
] as const;

/** Columns of a posting that a keyed seal covers: all of them, in this order for ever. */
export const sealedPostingColumns = [
  "merchantId",
  "journalId",
  "line",
  "book",
  "seq",
  "debitAccount",
  "creditAccount",
  "amount",
  "currency",
  "debitAfter",
  "creditAfter",
] as const;

/** Columns of the seal itself that its hash covers: all but the hash. */
export const sealedSealColumns = [
  "merchantId",
  "book",
  "seq",
  "journalId",
  "prevHash",
  "sealedAt",
  "scheme",
  "keyId",
] as const;

/** A journal and its postings as they are stored. */
export interface StoredJournal {
  readonly journal: Row<(typeof sealedJournalColumns)[number]>;
  /** In the order of their lines. */
  readonly postings: readonly Row<(typeof sealedPostingColumns)[number]>[];
}

const texts = <Column extends string>(row: Row<Column>, columns: readonly Column[]): (string | null)[] =>
  columns.map((column) => (row[column] === null ? null : String(row[column])));

/** The hash of a seal in the second scheme: a keyed digest over every column of seal, journal and postings. */
export const keyedLink = (
  seal: Row<(typeof sealedSealColumns)[number]>,
  { journal, postings }: StoredJournal,
  hmac: HashFunction,
): string =>
  hmac(
    JSON.stringify([
      "seal",
      texts(seal, sealedSealColumns),
      texts(journal, sealedJournalColumns),
      postings.map((posting) => texts(posting, sealedPostingColumns)),
    ]),
  );

/** How far a chain has come: the number of its last link and that link's hash. */
export interface ChainHead {
  readonly merchantId: string;
  readonly book: Journal["book"];
  readonly length: number;
  readonly hash: string;
  /** ISO 8601 instant in UTC with milliseconds. */
  readonly sealedAt: string;
  readonly keyId: string;
}

/** The keyed digest of a chain's head. */
export const headMac = ({ merchantId, book, length, hash, sealedAt, keyId }: ChainHead, hmac: HashFunction): string =>
  hmac(JSON.stringify(["head", merchantId, book, length, hash, sealedAt, keyId]));
