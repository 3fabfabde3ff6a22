import type { Insertable, Kysely, Selectable } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

/** A capture that was booked without a price. */
export type UnpricedRow = Selectable<Tables["unpricedCaptures"]>;
export type UnpricedReason = UnpricedRow["reason"];

/** Names one of them. */
export interface UnpricedRef {
  readonly merchantId: string;
  readonly captureId: string;
}

type Reading = Pick<Context, "db">;

export async function insertUnpriced({ db }: Reading, values: Insertable<Tables["unpricedCaptures"]>): Promise<void> {
  await db.insertInto("unpricedCaptures").values(values).execute();
}

/** One of them as it stands; undefined once it is priced. */
export const findUnpriced = (
  { db }: Reading,
  { merchantId, captureId }: UnpricedRef,
): Promise<UnpricedRow | undefined> =>
  db
    .selectFrom("unpricedCaptures")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", captureId)
    .executeTakeFirst();

export async function removeUnpriced({ db }: Reading, { merchantId, captureId }: UnpricedRef): Promise<void> {
  await db.deleteFrom("unpricedCaptures").where("merchantId", "=", merchantId).where("id", "=", captureId).execute();
}

/** Captures of all merchants to be tried now, those that waited longest first. */
export const dueUnpriced = (db: Kysely<Tables>, now: Date, limit: number): Promise<UnpricedRow[]> =>
  db
    .selectFrom("unpricedCaptures")
    .selectAll()
    .where("nextTryTime", "<=", now.toISOString())
    .orderBy("nextTryTime")
    .limit(limit)
    .execute();

/** Moves one that could not be priced behind the others. */
export async function postponeUnpriced(
  { db }: Reading,
  { merchantId, captureId }: UnpricedRef,
  { tries, nextTryTime }: Pick<UnpricedRow, "tries" | "nextTryTime">,
): Promise<void> {
  await db
    .updateTable("unpricedCaptures")
    .set({ tries, nextTryTime })
    .where("merchantId", "=", merchantId)
    .where("id", "=", captureId)
    .execute();
}
