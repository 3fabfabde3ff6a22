import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { BatchRef } from "./recon.store.ts";

type Db = Kysely<Tables>;
export type ItemRow = Selectable<Tables["reconItems"]>;
export type NewItem = Omit<Insertable<Tables["reconItems"]>, "seal">;
export type ItemChange = Updateable<Tables["reconItems"]>;

const nameOf = (table: "merchants" | "gateway_accounts", column: string, as: string) =>
  sql<string>`(SELECT n.name FROM ${sql.table(table)} n WHERE n.id = ${sql.ref(`recon_items.${column}`)})`.as(as);

/** Lines in the actor's scope, as lists show them. */
export const describedItems = (ctx: Context) =>
  from(ctx, "reconItems")
    .selectAll("reconItems")
    .select([
      nameOf("merchants", "our_merchant_id", "merchantName"),
      nameOf("gateway_accounts", "gateway_account_id", "gatewayAccountName"),
      sql<string>`(SELECT b.recon_no FROM recon_batches b
        WHERE b.merchant_id = recon_items.merchant_id AND b.id = recon_items.batch_id)`.as("reconNo"),
    ]);

/** Answers page, detail and export. */
export const itemReads = recordReads({ table: "reconItems", resource: reconItem, describe: describedItems });

/** What a line carries before it was compared with anything. */
const unjudged = {
  lineNo: null,
  itemTime: null,
  ourMerchantId: null,
  ourRefType: null,
  ourRefId: null,
  ourGrossAmount: null,
  ourFeeAmount: null,
  matchStatus: null,
  difference: "0",
  resolution: null,
  resolveUserId: null,
  suspenseAmount: "0",
  truedAmount: "0",
} as const;

/** Rows of one statement. */
const chunk = 500;

/** Adds lines, each sealed. */
export async function insertItems(ctx: Context, items: readonly NewItem[]): Promise<void> {
  const rows = items.map((item) => {
    const whole = { ...unjudged, ...item };
    return { ...whole, seal: ctx.seals.made("reconItems", whole) };
  });
  for (let at = 0; at < rows.length; at += chunk)
    await ctx.db
      .insertInto("reconItems")
      .values(rows.slice(at, at + chunk))
      .execute();
}

/**
 * Changes a line whose file the caller has locked. The audit trail is told where people did it: what a machine finds of
 * hundreds of thousands of lines says the line itself.
 */
export async function updateItem(ctx: Context, before: ItemRow, values: ItemChange): Promise<ItemRow> {
  const sealed = await ctx.seals.changed(ctx.db, "reconItems", before, values);
  const after = await ctx.db
    .updateTable("reconItems")
    .set({ ...values, ...sealed, version: before.version + 1 })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (ctx.actor.userId > 0) ctx.recordChange({ table: "reconItems", id: before.id, before, after });
  return after;
}

const ofBatch = (db: Db, { merchantId, batchId }: BatchRef) =>
  db.selectFrom("reconItems").selectAll().where("merchantId", "=", merchantId).where("batchId", "=", batchId);

/** The next lines of a file that are to be compared: new ones, or open ones behind a line. */
export const nextToMatch = (
  db: Db,
  ref: BatchRef,
  { status, after, limit }: { readonly status: "new" | "open"; readonly after: number; readonly limit: number },
): Promise<ItemRow[]> =>
  ofBatch(db, ref).where("status", "=", status).where("lineNo", ">", after).orderBy("lineNo").limit(limit).execute();

/** Lines in the actor's scope by their ids, in the order of the file. */
export const itemsInReach = (ctx: Context, ids: readonly string[]): Promise<ItemRow[]> =>
  from(ctx, "reconItems")
    .selectAll()
    .where("id", "in", [...ids])
    .orderBy("lineNo")
    .orderBy("id")
    .execute();

export async function findItem(ctx: Context, id: string): Promise<ItemRow> {
  const [item] = await itemsInReach(ctx, [id]);
  if (!item) throw notFound("reconItem", id);
  return item;
}

/** The records of ours that lines stand against already, out of some. */
export async function takenRecords(
  db: Db,
  merchantId: string,
  ids: readonly string[],
): Promise<Pick<ItemRow, "id" | "batchId" | "lineNo" | "ourRefType" | "ourRefId" | "netAmount" | "grossAmount">[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("reconItems")
    .select(["id", "batchId", "lineNo", "ourRefType", "ourRefId", "netAmount", "grossAmount"])
    .where("merchantId", "=", merchantId)
    .where("ourRefId", "in", [...ids])
    .where("matchStatus", "not in", ["missing_upstream", "duplicate"])
    .execute();
}

/** What files lacked of some records of ours, and is not ended. */
export async function lackingItems(db: Db, merchantId: string, ids: readonly string[]): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("reconItems")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("ourRefId", "in", [...ids])
    .where("matchStatus", "=", "missing_upstream")
    .where("status", "<>", "resolved")
    .execute();
}
