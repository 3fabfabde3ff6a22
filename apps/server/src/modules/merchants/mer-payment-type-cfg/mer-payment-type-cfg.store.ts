import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { type Selectable, sql, type Updateable } from "kysely";
import { change, from, insert, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import { assertFresh, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../merchant/index.ts";

const table = "paymentTypeTerms";
export type PaymentTypeRow = Selectable<Tables[typeof table]>;

/** Payment types of the merchants in the actor's scope. */
export const describedTypes = (ctx: Context) =>
  from(ctx, table)
    .innerJoin("merchants", "merchants.id", "paymentTypeTerms.merchantId")
    .leftJoin("coinApps", "coinApps.id", "paymentTypeTerms.coinAppId")
    .where(merchantInReach(ctx))
    .selectAll(table)
    .select(["merchants.name as merchantName", "coinApps.name as coinAppName"]);

/** Answers page, detail and export. */
export const types = recordOperations({
  table: "paymentTypeTerms",
  resource: merPaymentTypeCfg,
  describe: describedTypes,
  columns: { merchantName: sql.ref("merchants.name") },
});

/** Reads a payment type in scope and locks it for this command; refuses a stale version. */
export async function lockType(ctx: Context, id: string, version?: number | null): Promise<PaymentTypeRow> {
  const row = await from(ctx, table)
    .selectAll()
    .where("id", "=", id)
    .where("merchantId", "in", from(ctx, "merchants").select("id"))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("merPaymentTypeCfg", id);
  assertFresh(merPaymentTypeCfg, version, row.version);
  return row;
}

export const insertType = (ctx: Context, values: NewRow<typeof table>): Promise<PaymentTypeRow> =>
  insert(ctx, table, values);

export async function changeType(
  ctx: Context,
  before: PaymentTypeRow,
  values: Updateable<Tables[typeof table]>,
): Promise<void> {
  const after = await change(ctx, table)
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table, id: before.id, before, after });
}

interface Wanted {
  readonly merchantId: string;
  readonly appId: string;
  readonly type: PaymentTypeRow["paymentType"];
}

/** The app's own setting of a payment type, else the merchant's; the merchant is a parameter, whoever calls. */
export const readType = (ctx: Pick<Context, "db">, { merchantId, appId, type }: Wanted) =>
  ctx.db
    .selectFrom(table)
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("paymentType", "=", type)
    .where((eb) => eb.or([eb("coinAppId", "=", appId), eb("coinAppId", "is", null)]))
    .orderBy(sql`coin_app_id IS NULL`)
    .limit(1)
    .executeTakeFirst();

/** Locks the setting of a payment type until the end of the transaction, so that what it limits is counted serially. */
export async function holdPaymentType(ctx: Pick<Context, "db">, id: string): Promise<void> {
  await ctx.db.selectFrom(table).select("id").where("id", "=", id).forUpdate().execute();
}

const switchedOn = (ctx: Pick<Context, "db">, merchantId: string) =>
  ctx.db.selectFrom(table).select("id").where("merchantId", "=", merchantId).where("status", "=", "enabled").limit(1);

/** Whether the merchant has an enabled payment type. */
export const hasPaymentType = async (ctx: Pick<Context, "db">, merchantId: string): Promise<boolean> =>
  (await switchedOn(ctx, merchantId).executeTakeFirst()) !== undefined;

/** Whether an enabled payment type lets payers choose the method on our page. */
export const takesOnOurPage = async (ctx: Pick<Context, "db">, merchantId: string): Promise<boolean> =>
  (await switchedOn(ctx, merchantId).where("paymentType", "in", ["hosted_page", "payment_link"]).executeTakeFirst()) !==
  undefined;
