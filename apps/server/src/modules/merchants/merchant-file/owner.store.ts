import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { merchantOwner } from "@countinghouse/contract/merchants/merchant-file/merchant-owner.ts";
import type { Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import { change, from, insert, lockById, type NewRow, remove, updateStamps } from "../../../platform/db/scoped.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

const table = "merchantOwners";
export type OwnerRow = Selectable<Tables[typeof table]>;

const inReach = (ctx: Context) =>
  from(ctx, table).selectAll().where("merchantId", "in", from(ctx, "merchants").select("id"));

/** Beneficial owners of a merchant in scope, the largest share first. */
export const ownersOf = (ctx: Context, merchantId: string): Promise<OwnerRow[]> =>
  inReach(ctx).where("merchantId", "=", merchantId).orderBy("share", "desc").orderBy("id").limit(200).execute();

export async function findOwner(ctx: Context, id: string): Promise<OwnerRow> {
  const row = await inReach(ctx).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("merchantOwner", id);
  return row;
}

export async function lockOwner(ctx: Context, id: string, version?: number | null): Promise<OwnerRow> {
  await findOwner(ctx, id);
  const row = await lockById(ctx, table, id);
  if (!row) throw notFound("merchantOwner", id);
  assertFresh(merchantOwner, version, row.version);
  return row;
}

/** Share of a merchant's other owners, in millionths. */
export async function shareOfOthers(ctx: Context, merchantId: string, except: string): Promise<number> {
  const row = await from(ctx, table)
    .select(sql<number>`coalesce(sum(share), 0)::int`.as("share"))
    .where("merchantId", "=", merchantId)
    .where("id", "<>", except)
    .executeTakeFirstOrThrow();
  return row.share;
}

export const insertOwner = (ctx: Context, values: NewRow<typeof table>): Promise<OwnerRow> =>
  insert(ctx, table, values);

export async function changeOwner(
  ctx: Context,
  before: OwnerRow,
  values: Updateable<Tables[typeof table]>,
): Promise<void> {
  const after = await change(ctx, table)
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table, id: before.id, before, after });
}

export async function removeOwner(ctx: Context, row: OwnerRow): Promise<void> {
  await remove(ctx, table).where("merchantId", "=", row.merchantId).where("id", "=", row.id).execute();
  ctx.recordChange({ table, id: row.id, before: row, after: null });
}
