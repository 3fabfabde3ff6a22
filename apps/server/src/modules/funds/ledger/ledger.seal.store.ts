import { createHash } from "node:crypto";
import { CHAIN_START, type Hash, type Seal, seal } from "@countinghouse/ledger/seal.ts";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { journalRowsAfter, journalsOf, postingRowsOf } from "./ledger.journal.store.ts";
import type { BookOf } from "./ledger.post.store.ts";

type Db = Kysely<Tables>;

/** The hash that links the journals: SHA-256 in lower-case hexadecimal. */
export const sha256: Hash = (text) => createHash("sha256").update(text, "utf8").digest("hex");

/** Journals that one transaction seals. */
const batch = 500;

/** Books with journals that are not sealed yet. */
export const unsealedBooks = (db: Db): Promise<BookOf[]> =>
  db
    .selectFrom("ledgerBooks")
    .select(["merchantId", "book"])
    .whereRef("sealedSeq", "<", "seq")
    .orderBy("merchantId")
    .execute();

/**
 * Seals the next journals of a book, in a transaction of its own, and answers how many. Whoever seals the same ones at
 * the same moment is held by the lock on the last link and then finds them sealed.
 */
export const sealNext = (db: Db, of: BookOf, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { merchantId, book } = of;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`seal ${book} ${merchantId}`}, 0))`.execute(tx);
    const last = await tx
      .selectFrom("ledgerSeals")
      .select(["seq", "hash"])
      .where("merchantId", "=", merchantId)
      .where("book", "=", book)
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst();
    const rows = await journalRowsAfter({ db: tx }, of, last?.seq ?? 0, batch);
    if (rows.length === 0) return 0;
    const journals = journalsOf(rows, await postingRowsOf({ db: tx }, merchantId, rows));
    const links = seal(journals, last?.hash ?? CHAIN_START, sha256);
    const sealedAt = now.toISOString();
    const values = links.map((link, index) => ({ ...link, merchantId, book, seq: rows[index]?.seq ?? 0, sealedAt }));
    await tx.insertInto("ledgerSeals").values(values).execute();
    await tx
      .updateTable("ledgerBooks")
      .set({ sealedSeq: rows.at(-1)?.seq ?? 0 })
      .where("merchantId", "=", merchantId)
      .where("book", "=", book)
      .execute();
    return rows.length;
  });

/** The links of a stretch of a chain by the number of their journal: after one number, up to another. */
export async function sealsBetween(
  db: Db,
  { merchantId, book }: BookOf,
  { after, upTo }: { after: number; upTo: number },
): Promise<ReadonlyMap<number, Seal>> {
  const rows = await db
    .selectFrom("ledgerSeals")
    .select(["seq", "journalId", "prevHash", "hash"])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("seq", ">", after)
    .where("seq", "<=", upTo)
    .orderBy("seq")
    .execute();
  return new Map(rows.map(({ seq, ...link }) => [seq, link]));
}
