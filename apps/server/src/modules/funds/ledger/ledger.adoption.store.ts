import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { sealParts } from "../../../platform/seals/row-seal.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";

type Db = Kysely<Tables>;

/** When unsealed rows were first sealed as they were (adoption), as stored, and whether the record is genuine. */
export interface Adoption {
  readonly at: Date;
  readonly isGenuine: boolean;
}

/** How long nodes of the previous release may still write unsealed rows, in milliseconds. */
export const adoptionMs = 3_600_000;

/**
 * Kinds of adopted rows: payments, orders, pricing rows, pricing inputs, or columns that earlier seals did not cover, with
 * the time from which no older seal is left.
 */
export type AdoptionId = "rows" | "orders" | "prices" | "inputs" | "columns" | "columnsEnd";

const textOf = (id: AdoptionId, at: Date, keyId: string): string =>
  JSON.stringify(["adoption", id, at.toISOString(), keyId]);

/** Undefined where rows were never adopted, or the record was deleted. */
export async function readAdoption(
  db: Db,
  { hmacOf }: Pick<SealKeys, "hmacOf">,
  id: AdoptionId,
): Promise<Adoption | undefined> {
  const row = await db.selectFrom("rowAdoptions").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  const at = new Date(row.adoptedAt);
  return { at, isGenuine: hmacOf(row.keyId)?.(textOf(id, at, row.keyId)) === row.mac };
}

/** Stores the time of an adoption under the key, once. */
export async function keepAdoption(
  db: Db,
  { active }: Pick<SealKeys, "active">,
  at: Date,
  id: AdoptionId,
): Promise<void> {
  const mac = active.hmac(textOf(id, at, active.id));
  const values = { id, adoptedAt: at.toISOString(), keyId: active.id, mac };
  await db
    .insertInto("rowAdoptions")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * When rows were first adopted, according to the audit trail of releases that stored it nowhere else; undefined where
 * never.
 */
export async function publishedAdoption(db: Db, operation: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("auditEntries")
    .select("at")
    .where("operation", "=", operation)
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  return row && new Date(row.at);
}

/** An attempt from before an instant with a seal of some schemes. */
const sealedAttempt = (db: Db, before: Date, schemes: string) =>
  db
    .selectFrom("paymentAttempts")
    .select("seal")
    .where("startedTime", "<", before.toISOString())
    .where(sql<boolean>`seal ~ ${schemes}`)
    .limit(1)
    .executeTakeFirst();

/**
 * Whether an attempt older than a time has a seal of the scheme introduced with {@link keepAdoption}: then an adoption
 * record once existed and was deleted.
 */
export async function isAdoptionRecordMissing(db: Db, before: Date): Promise<boolean> {
  const row = await sealedAttempt(db, before, "^w[2-9]:");
  return sealParts(row?.seal ?? null) !== undefined;
}

/** The same check for columns that seals came to cover later. */
export const isColumnAdoptionMissing = async (db: Db, before: Date): Promise<boolean> =>
  (await sealedAttempt(db, before, "^[wu][4-9]:")) !== undefined;

/** The same check for orders. Imported orders are older than their seals. */
export async function isOrderAdoptionRecordMissing(db: Db, before: Date): Promise<boolean> {
  const row = await db
    .selectFrom("coinOrders")
    .select("seal")
    .where("orderTime", "<", before.toISOString())
    .where("origin", "=", "platform")
    .where(sql<boolean>`seal ~ '^w[2-9]:'`)
    .limit(1)
    .executeTakeFirst();
  return sealParts(row?.seal ?? null) !== undefined;
}

/** Stores an adoption time in an installation without orders and payments: it has no older rows. */
export const keepFirstAdoption = (db: Db, keys: SealKeys, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const paid = await tx.selectFrom("paymentAttempts").select("id").limit(1).executeTakeFirst();
    if (!paid) await keepAdoption(tx, keys, now, "rows");
    const ordered = await tx.selectFrom("coinOrders").select("id").limit(1).executeTakeFirst();
    if (!ordered) await keepAdoption(tx, keys, now, "orders");
    if (!paid && !ordered) await keepAdoption(tx, keys, now, "columns");
  });

/** Advisory lock: nodes adopt prices one after another; released at commit. */
export const holdAdoption = (db: Db): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('price adoption', 0))`.execute(db);

/** Whether any fee rule, terms or rate has a seal: the adoption record was stored before it. */
export async function isSealedPrice(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM fee_rules WHERE seal IS NOT NULL
     UNION ALL SELECT FROM account_terms WHERE seal IS NOT NULL
     UNION ALL SELECT FROM rates WHERE seal IS NOT NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}
