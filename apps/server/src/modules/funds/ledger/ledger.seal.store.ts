import { CHAIN_START, headMac, keyedLink } from "@countinghouse/ledger/seal.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { type NumberedHash, publishedHeadFindings } from "../../../platform/seals/chain.policy.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import { journalRowsAfter, postingRowsOf } from "./ledger.journal.store.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import { type ChainEnd, endFindings, type SealFacts, type StoredHead } from "./ledger.seal.policy.ts";

type Db = Kysely<Tables>;

/** Journals sealed per transaction. */
const batch = 500;

/** Books with journals that are not sealed yet. */
export const unsealedBooks = (db: Db): Promise<MerchantBook[]> =>
  db
    .selectFrom("ledgerBooks")
    .select(["merchantId", "book"])
    .whereRef("sealedSeq", "<", "seq")
    .orderBy("merchantId")
    .execute();

/** What sealing starts from. */
export interface SealOptions {
  readonly keys: SealKeys;
  readonly now: Date;
  /** The chain's last published head, if any. */
  readonly told?: NumberedHash | undefined;
}

/** The number of sealed journals, and why the chain may not be extended. */
export interface SealingResult {
  readonly sealed: number;
  readonly refused: readonly Finding[];
}

/**
 * Seals the next journals of a book, in a transaction of its own. Extends a whole chain only: where links are missing,
 * the counter was reset or the chain is shorter than a published head, it seals nothing, because those journals were
 * sealed before. A concurrent caller waits for the lock and then finds the journals sealed.
 */
export const sealNext = (db: Db, of: MerchantBook, { keys, now, told }: SealOptions): Promise<SealingResult> =>
  db.transaction().execute(async (tx) => {
    const { merchantId, book } = of;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`seal ${book} ${merchantId}`}, 0))`.execute(tx);
    const end = await chainEnd(tx, of);
    const hashNow = told && (await hashAt(tx, of, told.length));
    const refused = [
      ...endFindings(end, keys),
      ...(told ? publishedHeadFindings({ ...told, hashNow }, "ledger_seals") : []),
    ];
    if (refused.length > 0) return { sealed: 0, refused };
    const rows = await journalRowsAfter({ db: tx }, of, end.sealedSeq, batch);
    if (rows.length === 0) return { sealed: 0, refused };
    const postings = Map.groupBy(await postingRowsOf({ db: tx }, merchantId, rows), ({ journalId }) => journalId);
    const at = { merchantId, book, sealedAt: now.toISOString(), scheme: 2, keyId: keys.active.id } as const;
    const seals: SealFacts[] = [];
    let prevHash = end.last?.hash ?? CHAIN_START;
    for (const journal of rows) {
      const link = { ...at, seq: journal.seq, journalId: journal.id, prevHash };
      const lines = (postings.get(journal.id) ?? []).toSorted((a, b) => a.line - b.line);
      prevHash = keyedLink(link, { journal, postings: lines }, keys.active.hmac);
      seals.push({ ...link, hash: prevHash });
    }
    const last = seals.at(-1) as SealFacts;
    await tx.insertInto("ledgerSeals").values(seals).execute();
    await writeHead(tx, last, keys);
    await tx
      .updateTable("ledgerBooks")
      .set({ sealedSeq: last.seq })
      .where("merchantId", "=", merchantId)
      .where("book", "=", book)
      .execute();
    return { sealed: seals.length, refused };
  });

async function writeHead(
  db: Db,
  { merchantId, book, seq, hash, sealedAt }: Pick<SealFacts, "merchantId" | "book" | "seq" | "hash" | "sealedAt">,
  { active }: SealKeys,
): Promise<void> {
  const head = { merchantId, book, length: seq, hash, sealedAt, keyId: active.id };
  const { length, keyId, mac } = { ...head, mac: headMac(head, active.hmac) };
  await db
    .insertInto("ledgerHeads")
    .values({ ...head, mac })
    .onConflict((on) => on.columns(["merchantId", "book"]).doUpdateSet({ length, hash, sealedAt, keyId, mac }))
    .execute();
}

/** The three sources for the end of a chain. */
export async function chainEnd(db: Db, { merchantId, book }: MerchantBook): Promise<ChainEnd> {
  const row = await db
    .selectFrom("ledgerBooks")
    .select("sealedSeq")
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .executeTakeFirst();
  const last = await db
    .selectFrom("ledgerSeals")
    .select(["seq", "hash"])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const head = await db
    .selectFrom("ledgerHeads")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .executeTakeFirst();
  return { book, sealedSeq: row?.sealedSeq ?? 0, last, head };
}

async function hashAt(db: Db, { merchantId, book }: MerchantBook, seq: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("ledgerSeals")
    .select("hash")
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("seq", "=", seq)
    .executeTakeFirst();
  return row?.hash;
}

/** Chains adopted at once. */
const adoptedAtOnce = 1_000;

/**
 * Adds a keyed head to chains that were sealed before there were keys, as they are: done once per installation.
 * Answers how many there were.
 */
export async function sealExistingChains(db: Db, keys: SealKeys): Promise<number> {
  let adopted = 0;
  for (;;) {
    const chains = await db
      .selectFrom("ledgerBooks as b")
      .innerJoin("ledgerSeals as s", (on) =>
        on.onRef("s.merchantId", "=", "b.merchantId").onRef("s.book", "=", "b.book").onRef("s.seq", "=", "b.sealedSeq"),
      )
      .leftJoin("ledgerHeads as h", (on) =>
        on.onRef("h.merchantId", "=", "b.merchantId").onRef("h.book", "=", "b.book"),
      )
      .select(["s.merchantId", "s.book", "s.seq", "s.hash", "s.sealedAt"])
      .where("s.scheme", "=", 1)
      .where("h.length", "is", null)
      .limit(adoptedAtOnce)
      .execute();
    for (const chain of chains) await writeHead(db, chain, keys);
    adopted += chains.length;
    if (chains.length < adoptedAtOnce) return adopted;
  }
}

/** Links of a chain by journal number: after one number, up to another. */
export async function sealsBetween(
  db: Db,
  { merchantId, book }: MerchantBook,
  { after, upTo }: { after: number; upTo: number },
): Promise<ReadonlyMap<number, SealFacts>> {
  const rows = await db
    .selectFrom("ledgerSeals")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("seq", ">", after)
    .where("seq", "<=", upTo)
    .orderBy("seq")
    .execute();
  return new Map(rows.map((row) => [row.seq, row]));
}

/** A chain's head with the tenant of its merchant. */
export interface TenantHead extends StoredHead {
  readonly tenantId: number;
}

/** Every stored head, in the order of merchant and book. */
export const allHeads = (db: Db): Promise<TenantHead[]> =>
  db
    .selectFrom("ledgerHeads as h")
    .innerJoin("merchants as m", "m.id", "h.merchantId")
    .select(["m.tenantId", "h.merchantId", "h.book", "h.length", "h.hash", "h.sealedAt", "h.keyId", "h.mac"])
    .orderBy("h.merchantId")
    .orderBy("h.book")
    .execute();

/** Hashes of chains at given numbers: by merchant, book and number, joined by blanks. */
export async function hashesAt(
  db: Db,
  places: readonly { readonly merchantId: string; readonly book: string; readonly length: number }[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ merchantId: string; book: string; seq: number; hash: string }>`
    SELECT merchant_id, book, seq, hash FROM ledger_seals
     WHERE (merchant_id, book, seq) IN (
       SELECT * FROM unnest(${places.map(({ merchantId }) => merchantId)}::text[],
                            ${places.map(({ book }) => book)}::text[],
                            ${places.map(({ length }) => length)}::bigint[]))`.execute(db);
  return new Map(rows.map(({ merchantId, book, seq, hash }) => [`${merchantId} ${book} ${seq}`, hash]));
}

/** Whether a failure is in the inbox already, under its own id. */
export async function isPublished(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("eventExceptionItems").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}
