import type { Insertable, Kysely, Selectable } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

/** A capture that was booked without a price. */
export type UnpricedRow = Selectable<Tables["unpricedCaptures"]>;
export type UnpricedReason = UnpricedRow["reason"];

/** Identifies an unpriced capture. */
export interface UnpricedRef {
  readonly merchantId: string;
  readonly captureId: string;
}

type Reading = Pick<Context, "db">;

export async function insertUnpriced({ db }: Reading, values: Insertable<Tables["unpricedCaptures"]>): Promise<void> {
  await db.insertInto("unpricedCaptures").values(values).execute();
}

/** An unpriced capture; undefined once it is priced. */
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

/** Unpriced captures of all merchants that are due for a try, longest waiting first. */
export const dueUnpriced = (db: Kysely<Tables>, now: Date, limit: number): Promise<UnpricedRow[]> =>
  db
    .selectFrom("unpricedCaptures")
    .selectAll()
    .where("nextTryTime", "<=", now.toISOString())
    .orderBy("nextTryTime")
    .limit(limit)
    .execute();

/** Postpones a capture that could not be priced. */
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
