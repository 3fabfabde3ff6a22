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

/** Entries sealed per transaction, and compared per read. */
const batch = 500;

/** How often to check that running commands have ended, and the pause between checks in milliseconds. */
const looks = 50;
const lookEveryMs = 100;

/**
 * The newest entry id below which no further entry can appear; undefined where a command has run too long to tell. Ids
 * are assigned before commit, so a higher id may become visible first: every transaction that was open when the newest
 * id was read has to end.
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

/** What sealing starts from. */
export interface AuditSealOptions {
  readonly keys: SealKeys;
  readonly now: Date;
  /** Last entry id to seal, from {@link settledEntries}. */
  readonly upTo: number;
  /** The head that was last published outside the database, if any. */
  readonly told?: NumberedHash | undefined;
}

/**
 * Seals the next entries in id order, in a transaction of its own. Extends a whole chain only, like the sealing of the
 * ledger: an entry that was removed or reset is not sealed again. An entry whose id precedes the last sealed one is
 * never sealed: it was inserted afterwards, and verification reports it.
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

/** Compares the chain with a head that was published outside the database. */
export async function comparedWithPublished(db: Db, told: NumberedHash): Promise<ChainFinding[]> {
  const row = await db.selectFrom("auditSeals").select("hash").where("seq", "=", told.length).executeTakeFirst();
  return publishedHeadFindings({ ...told, hashNow: row?.hash }, auditSealTable);
}

/** Result of verifying the audit trail. */
export interface AuditCheck {
  readonly seals: number;
  readonly findings: readonly ChainFinding[];
}

/** Receives the changes of every entry in entry order, and reports what in the same snapshot contradicts them. */
export interface AuditListener {
  /** JSON text as PostgreSQL returns it. */
  hear(changes: string): void;
  findings(view: Db): Promise<readonly ChainFinding[]>;
}

/** Recomputes the audit chain from its first link, in one read-only snapshot. */
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
    // Entries that the job has not sealed yet count for the listener as well.
    for (const { changes } of await storedEntries(db).where("id", ">", last.entryId).orderBy("id").execute())
      listener.hear(changes);
    findings.push(...(await listener.findings(db)));
  }
  return { seals, findings: distinct(findings) };
}

/** Entries up to an id that have no seal, limited in number. */
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

/** Limit of unsealed entries to report: there are masses where somebody deleted the seals. */
const fewUnsealed = 20;

const sealsAfter = (db: Db, seq: number): Promise<AuditSeal[]> =>
  db
    .selectFrom("auditSeals")
    .select(["seq", "entryId", "prevHash", "hash", "sealedAt", "keyId"])
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(batch)
    .execute();

/** Removes duplicates: several checks may report the same finding. */
const distinct = (findings: readonly ChainFinding[]): ChainFinding[] => [
  ...new Map(findings.map((one) => [JSON.stringify([one.law, one.table, one.key, one.column]), one])).values(),
];
