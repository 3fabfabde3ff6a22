import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { sealParts } from "../../../platform/seals/row-seal.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";

type Db = Kysely<Tables>;

/** When rows without seals were first sealed as they stand, as the database says, and whether this installation said so. */
export interface Adoption {
  readonly at: Date;
  readonly isGenuine: boolean;
}

/** How long nodes of the release before may go on writing rows without seals. */
export const adoptionMs = 3_600_000;

/** What was taken over: the rows of payments, orders, what prices are made from, or what they depend on beside. */
export type AdoptionId = "rows" | "orders" | "prices" | "inputs";

const textOf = (id: AdoptionId, at: Date, keyId: string): string =>
  JSON.stringify(["adoption", id, at.toISOString(), keyId]);

/** Undefined where rows were never adopted, or somebody took out that they were. */
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

/** Keeps the time of the adoption under the key, once for ever. */
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
 * When rows were first taken over, as the audit trail of releases says that kept it nowhere else; undefined where they
 * never were.
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

/**
 * Whether an attempt from before a time has a seal of the scheme that came with {@link keepAdoption}: then the time of the
 * adoption was kept once, and was taken out.
 */
export async function isAdoptionRecordMissing(db: Db, before: Date): Promise<boolean> {
  const row = await db
    .selectFrom("paymentAttempts")
    .select("seal")
    .where("startedTime", "<", before.toISOString())
    .where("seal", "like", "w2:%")
    .limit(1)
    .executeTakeFirst();
  return sealParts(row?.seal ?? null) !== undefined;
}

/** The same of orders. What a file brought is older than its seal. */
export async function isOrderAdoptionRecordMissing(db: Db, before: Date): Promise<boolean> {
  const row = await db
    .selectFrom("coinOrders")
    .select("seal")
    .where("orderTime", "<", before.toISOString())
    .where("origin", "=", "platform")
    .where("seal", "like", "w2:%")
    .limit(1)
    .executeTakeFirst();
  return sealParts(row?.seal ?? null) !== undefined;
}

/** Keeps that rows are taken over from now on where nothing was ever ordered or paid: there are none from before. */
export const keepFirstAdoption = (db: Db, keys: SealKeys, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const paid = await tx.selectFrom("paymentAttempts").select("id").limit(1).executeTakeFirst();
    if (!paid) await keepAdoption(tx, keys, now, "rows");
    const ordered = await tx.selectFrom("coinOrders").select("id").limit(1).executeTakeFirst();
    if (!ordered) await keepAdoption(tx, keys, now, "orders");
  });

/** Lets one node after the other take prices over; released at commit. */
export const holdAdoption = (db: Db): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended('price adoption', 0))`.execute(db);

/** Whether any rule, terms or rate carries a seal: whoever writes one has kept first when they were taken over. */
export async function isSealedPrice(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM fee_rules WHERE seal IS NOT NULL
     UNION ALL SELECT FROM account_terms WHERE seal IS NOT NULL
     UNION ALL SELECT FROM rates WHERE seal IS NOT NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}
