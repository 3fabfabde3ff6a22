import { setTimeout as sleep } from "node:timers/promises";
import { CHAIN_START } from "@countinghouse/ledger/seal.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import { type ChainFinding, type NumberedHash, publishedHeadFindings } from "../seals/chain.policy.ts";
import type { SealKeys } from "../seals/seal-keys.ts";
import {
  type AuditEnd,
  type AuditHead,
  type AuditLink,
  type AuditSeal,
  auditEndFindings,
  auditHeadMac,
  auditLink,
  auditSealFindings,
  auditSealTable,
  unsealedEntryFinding,
} from "./audit-chain.policy.ts";

type Db = Kysely<Tables>;

/** Entries that one transaction seals, or that are compared at once. */
const batch = 500;

/** How often it is looked whether the commands of a moment have ended, and how far apart, in ms. */
const looks = 50;
const lookEveryMs = 100;

/**
 * The newest id up to which no entry can be written any more; undefined where a command runs for too long to know.
 * Ids are taken before commit, so that a later one is often seen first: whatever ran when the newest was read has to end.
 */
export async function settledEntries(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ newest: number; next: string }>`
    SELECT coalesce(max(id), 0) AS newest, pg_snapshot_xmax(pg_current_snapshot())::text AS next
      FROM audit_entries`.execute(db);
  const [mark] = rows;
  if (!mark) return undefined;
  for (let look = 0; look < looks; look += 1) {
    const { rows: seen } = await sql<{ isOver: boolean }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ${mark.next}::text::xid8 AS is_over`.execute(db);
    if (seen[0]?.isOver) return Number(mark.newest);
    await sleep(lookEveryMs);
  }
  return undefined;
}

/** What a sealing stands on. */
export interface AuditSealOptions {
  readonly keys: SealKeys;
  readonly now: Date;
  /** Entries up to this id are sealed, by {@link settledEntries}. */
  readonly upTo: number;
  /** The head as it was last told outside, if it was. */
  readonly told?: NumberedHash | undefined;
}

/**
 * Seals the next entries in the order of their ids, in a transaction of its own. Adds to a whole chain only, like the
 * sealing of the books: what was taken out or set back is not sealed a second time. An entry whose id lies before the
 * last sealed one is never sealed: it was slipped in, and a verification names it.
 */
export const sealAudit = (
  db: Db,
  { keys, now, upTo, told }: AuditSealOptions,
): Promise<{ readonly sealed: number; readonly refused: readonly ChainFinding[] }> =>
  db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('seal audit', 0))`.execute(tx);
    const end = await auditEnd(tx);
    const refused = [...auditEndFindings(end, keys), ...(told ? await comparedWithPublished(tx, told) : [])];
    if (refused.length > 0) return { sealed: 0, refused };
    const entries = await storedEntries(tx)
      .where("id", ">", end.last?.entryId ?? 0)
      .where("id", "<=", upTo)
      .orderBy("id")
      .limit(batch)
      .execute();
    const seals: AuditSeal[] = [];
    let { seq, hash: prevHash } = end.last ?? { seq: 0, hash: CHAIN_START };
    for (const entry of entries) {
      seq += 1;
      const link = { seq, entryId: entry.id, prevHash, sealedAt: now.toISOString(), keyId: keys.active.id };
      prevHash = auditLink(link, entry, keys.active.hmac);
      seals.push({ ...link, hash: prevHash });
    }
    const last = seals.at(-1);
    if (!last) return { sealed: 0, refused };
    await tx.insertInto("auditSeals").values(seals).execute();
    await writeHead(tx, last, keys);
    return { sealed: seals.length, refused };
  });

async function writeHead(db: Db, { seq, hash, sealedAt }: AuditSeal, { active }: SealKeys): Promise<void> {
  const head = { length: seq, hash, sealedAt, keyId: active.id };
  const values = { ...head, mac: auditHeadMac(head, active.hmac) };
  await db
    .insertInto("auditHeads")
    .values(values)
    .onConflict((on) => on.column("chain").doUpdateSet(values))
    .execute();
}

const storedEntries = (db: Db) =>
  db
    .selectFrom("auditEntries")
    .select([
      "id",
      "at",
      "tenantId",
      "actorId",
      "actorAccount",
      "actorName",
      "sessionId",
      "operation",
      "reason",
      "ip",
      "userAgent",
      "requestId",
      "elapsedMs",
      sql<string | null>`input::text`.as("input"),
      sql<string>`changes::text`.as("changes"),
    ]);

/** The stored head of the audit trail's chain. */
export const auditHead = (db: Db): Promise<AuditHead | undefined> =>
  db.selectFrom("auditHeads").select(["length", "hash", "sealedAt", "keyId", "mac"]).executeTakeFirst();

async function auditEnd(db: Db): Promise<AuditEnd> {
  const last = await db
    .selectFrom("auditSeals")
    .select(["seq", "hash", "entryId"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return { last, head: await auditHead(db) };
}

/** Compares the chain with a head that was told outside. */
export async function comparedWithPublished(db: Db, told: NumberedHash): Promise<ChainFinding[]> {
  const row = await db.selectFrom("auditSeals").select("hash").where("seq", "=", told.length).executeTakeFirst();
  return publishedHeadFindings({ ...told, hashNow: row?.hash }, auditSealTable);
}

/** What a look over the audit trail saw. */
export interface AuditCheck {
  readonly seals: number;
  readonly findings: readonly ChainFinding[];
}

/** Hears what every entry changed, in the order of entries, and says what of the same view contradicts it. */
export interface AuditListener {
  /** JSON as the database gives its text. */
  hear(changes: string): void;
  findings(view: Db): Promise<readonly ChainFinding[]>;
}

/** Recomputes the chain of the audit trail from nothing, on one unchanging view. Changes nothing. */
export const checkAudit = (db: Db, keys: SealKeys, listener?: AuditListener): Promise<AuditCheck> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((view) => walk(view, keys, listener));

async function walk(db: Db, keys: SealKeys, listener: AuditListener | undefined): Promise<AuditCheck> {
  const findings: ChainFinding[] = [];
  let last: AuditLink = { seq: 0, hash: CHAIN_START, entryId: 0 };
  let seals = 0;
  for (;;) {
    const stretch = await sealsAfter(db, last.seq);
    if (stretch.length === 0) break;
    const ids = stretch.map(({ entryId }) => entryId);
    const entries = new Map((await storedEntries(db).where("id", "in", ids).execute()).map((row) => [row.id, row]));
    for (const seal of stretch) {
      const entry = entries.get(seal.entryId);
      findings.push(...auditSealFindings(seal, entry, last, keys));
      if (entry) listener?.hear(String(entry.changes));
      last = seal;
    }
    seals += stretch.length;
  }
  for (const id of await unsealedUpTo(db, last.entryId)) findings.push(unsealedEntryFinding(id));
  findings.push(...auditEndFindings(await auditEnd(db), keys));
  if (listener) {
    // What the job has not sealed yet was said all the same.
    for (const { changes } of await storedEntries(db).where("id", ">", last.entryId).orderBy("id").execute())
      listener.hear(changes);
    findings.push(...(await listener.findings(db)));
  }
  return { seals, findings: distinct(findings) };
}

/** Entries without a seal up to an id, a few of them. */
async function unsealedUpTo(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom("auditEntries as e")
    .leftJoin("auditSeals as s", "s.entryId", "e.id")
    .select("e.id")
    .where("e.id", "<=", id)
    .where("s.seq", "is", null)
    .orderBy("e.id")
    .limit(fewUnsealed)
    .execute();
  return rows.map((row) => row.id);
}

/** Entries without a seal that are named; they come in masses where somebody took the seals. */
const fewUnsealed = 20;

const sealsAfter = (db: Db, seq: number): Promise<AuditSeal[]> =>
  db
    .selectFrom("auditSeals")
    .select(["seq", "entryId", "prevHash", "hash", "sealedAt", "keyId"])
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(batch)
    .execute();

/** What several checks notice is told once. */
const distinct = (findings: readonly ChainFinding[]): ChainFinding[] => [
  ...new Map(findings.map((one) => [JSON.stringify([one.law, one.table, one.key, one.column]), one])).values(),
];
