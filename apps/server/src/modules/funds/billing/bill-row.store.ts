import { billTopic } from "@countinghouse/contract/funds/billing/billing.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Insertable, type Selectable, sql } from "kysely";
import { lockById } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type SealedChange, sealedRows } from "../../../platform/seals/sealed-rows.ts";
import { type BillAmounts, billChecksumOf } from "../ledger/index.ts";

/** A bill as it is stored. */
export type BillRow = Selectable<Tables["bills"]>;
export type BillChange = SealedChange<"bills">;

/** Adds a bill, and changes one that the caller holds locked. */
export const { insert: insertBill, update: updateBill } = sealedRows("bills", {
  topic: billTopic,
  permission: "merchantBilling:page",
});

/** Replaces the lines of a bill, and answers the checksum over them. */
export async function writeBillLines(
  { db }: Pick<Context, "db">,
  { merchantId, id }: Pick<BillRow, "merchantId" | "id">,
  lines: readonly (readonly [category: string, BillAmounts])[],
): Promise<string> {
  await db.deleteFrom("billLines").where("merchantId", "=", merchantId).where("billId", "=", id).execute();
  const rows = lines.map(([paymentCategory, amounts]) => ({ merchantId, billId: id, paymentCategory, ...amounts }));
  await db
    .insertInto("billLines")
    .values(rows as Insertable<Tables["billLines"]>[])
    .execute();
  return billChecksumOf(db, merchantId, id);
}

/** Seals a bill whose lines have just been written. */
export async function sealBill(ctx: Context, row: BillRow, checksum: string): Promise<BillRow> {
  const seal = ctx.seals.made("bills", { ...row, checksum });
  return ctx.db
    .updateTable("bills")
    .set({ checksum, seal })
    .where("merchantId", "=", row.merchantId)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The bill of a batch, locked. */
export const lockBillOfBatch = (
  { db }: Pick<Context, "db">,
  merchantId: string,
  batchId: string,
): Promise<BillRow | undefined> =>
  db
    .selectFrom("bills")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("batchId", "=", batchId)
    .forUpdate()
    .executeTakeFirst();

/** A bill in the actor's scope, locked. */
export async function lockBill(ctx: Pick<Context, "actor" | "db">, id: string): Promise<BillRow> {
  const row = await lockById(ctx, "bills", id);
  if (!row) throw notFound("billing", id);
  return row;
}

/** The batch of a bill, with the columns that the bill needs. */
export const batchOfBill = ({ db }: Pick<Context, "db">, { merchantId, batchId }: BillRow) =>
  db
    .selectFrom("settlementBatches")
    .select(["id", "currency", "checksum", "periodFrom", "periodTo"])
    .select(sql<string>`amount`.as("amount"))
    .where("merchantId", "=", merchantId)
    .where("id", "=", batchId)
    .executeTakeFirstOrThrow();
