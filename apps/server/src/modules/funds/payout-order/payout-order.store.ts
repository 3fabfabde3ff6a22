import { payoutOrderTopic } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import type { PayoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, type SealedChange, sealedRows } from "../../../platform/seals/sealed-rows.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";

/** A payout order as it is stored. */
export type PayoutOrderRow = Selectable<Tables["payoutOrders"]>;
export type NewPayoutOrder = NewSealed<"payoutOrders">;
export type PayoutOrderChange = SealedChange<"payoutOrders">;

/** Identifies one payout order. */
export type PayoutOrderRef = Pick<PayoutOrderRow, "merchantId" | "id" | "mode">;

/** Adds a payout order, and changes one that the caller holds locked. */
export const { insert: insertPayoutOrder, update: updatePayoutOrder } = sealedRows("payoutOrders", {
  topic: payoutOrderTopic,
  permission: "payoutOrder:page",
});

const inScope = (ctx: Context) => {
  const condition = ofVisibleMerchants(ctx, "payoutOrders.merchantId");
  return condition ? from(ctx, "payoutOrders").where(condition) : from(ctx, "payoutOrders");
};

/** The identifiers of a payout order in the actor's scope. */
export async function refOfPayoutOrder(ctx: Context, id: string): Promise<PayoutOrderRef> {
  const row = await inScope(ctx)
    .select(["payoutOrders.merchantId", "payoutOrders.id", "payoutOrders.mode"])
    .where("payoutOrders.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("payoutOrder", id);
  return row;
}

const ofMerchant = (db: Kysely<Tables>, merchantId: string) =>
  db.selectFrom("payoutOrders").selectAll().where("merchantId", "=", merchantId);

/** A payout order, locked; the merchant's book has been locked before. */
export const lockPayoutOrder = (
  { db }: Pick<Context, "db">,
  { merchantId, id }: Pick<PayoutOrderRow, "merchantId" | "id">,
): Promise<PayoutOrderRow> => ofMerchant(db, merchantId).where("id", "=", id).forUpdate().executeTakeFirstOrThrow();

/** A payout order without a lock. */
export const readOrder = (
  db: Kysely<Tables>,
  { merchantId, id }: Pick<PayoutOrderRow, "merchantId" | "id">,
): Promise<PayoutOrderRow> => ofMerchant(db, merchantId).where("id", "=", id).executeTakeFirstOrThrow();

/** A merchant's payout order by our number; undefined where the merchant has none. */
export const payoutOrderByNo = (
  db: Kysely<Tables>,
  { merchantId, mode, payoutOrderNo }: Pick<PayoutOrderRow, "merchantId" | "mode" | "payoutOrderNo">,
): Promise<PayoutOrderRow | undefined> =>
  ofMerchant(db, merchantId).where("mode", "=", mode).where("payoutOrderNo", "=", payoutOrderNo).executeTakeFirst();

/** A merchant's orders by its own numbers. */
export const payoutOrdersNamed = (
  db: Kysely<Tables>,
  { merchantId, mode }: Pick<PayoutOrderRow, "merchantId" | "mode">,
  numbers: readonly string[],
): Promise<PayoutOrderRow[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : ofMerchant(db, merchantId)
        .where("mode", "=", mode)
        .where("merchantPayoutNo", "in", [...numbers])
        .execute();

const plainColumns = [
  "payoutOrders.id",
  "payoutOrders.payoutOrderNo",
  "payoutOrders.merchantPayoutNo",
  "payoutOrders.merchantId",
  "payoutOrders.appId",
  "payoutOrders.mode",
  "payoutOrders.currency",
  "payoutOrders.amount",
  "payoutOrders.feeMode",
  "payoutOrders.feeAmount",
  "payoutOrders.debitedAmount",
  "payoutOrders.sentAmount",
  "payoutOrders.method",
  "payoutOrders.beneficiaryType",
  "payoutOrders.beneficiaryName",
  "payoutOrders.country",
  "payoutOrders.accountLabel",
  "payoutOrders.purpose",
  "payoutOrders.reference",
  "payoutOrders.status",
  "payoutOrders.returnCause",
  "payoutOrders.riskFlags",
  "payoutOrders.approvalsNeeded",
  "payoutOrders.fileName",
  "payoutOrders.applyUserId",
  "payoutOrders.applyUserName",
  "payoutOrders.applyTime",
  "payoutOrders.auditUserId",
  "payoutOrders.auditUserName",
  "payoutOrders.auditTime",
  "payoutOrders.auditRemark",
  "payoutOrders.bankReference",
  "payoutOrders.failureCode",
  "payoutOrders.failureMessage",
  "payoutOrders.paidTime",
  "payoutOrders.returnedTime",
  "payoutOrders.returnedAmount",
  "payoutOrders.finishedTime",
  "payoutOrders.version",
] as const;

const nameIn = (table: "merchants" | "coin_apps", column: string, as: string) =>
  sql<
    string | null
  >`(SELECT named.name FROM ${sql.table(table)} named WHERE named.id = ${sql.ref(`payout_orders.${column}`)})`.as(as);

/** Condition: a user requested the payout, or resubmitted it. */
export const isAskedBy = (userId: number) =>
  sql<boolean>`(coalesce(payout_orders.apply_user_id = ${userId}, false)
    OR coalesce(payout_orders.submitter_ids @> to_jsonb(${userId}::bigint), false))`;

/** Payout orders in the actor's scope, with the columns of lists. */
export const describedPayoutOrders = (ctx: Context) =>
  inScope(ctx)
    .select([...plainColumns])
    .select([
      nameIn("merchants", "merchant_id", "merchantName"),
      nameIn("coin_apps", "app_id", "appName"),
      sql<string | null>`(SELECT p.payout_no FROM payouts p
        WHERE p.merchant_id = payout_orders.merchant_id AND p.id = payout_orders.payout_id)`.as("payoutNo"),
      isAskedBy(ctx.actor.userId).as("isOwn"),
    ]);

/** A payout order in the actor's scope, with the facts for its approval. */
export async function findPayoutOrder(
  ctx: Context,
  id: string,
): Promise<{ readonly shown: PayoutOrder; readonly row: PayoutOrderRow }> {
  const shown = await describedPayoutOrders(ctx).where("payoutOrders.id", "=", id).executeTakeFirst();
  if (!shown) throw notFound("payoutOrder", id);
  const { merchantId } = shown;
  const row = await ofMerchant(ctx.db, merchantId).where("id", "=", id).executeTakeFirstOrThrow();
  return { shown: shown as unknown as PayoutOrder, row };
}

type OfCurrency = Pick<PayoutOrderRow, "merchantId" | "mode" | "currency">;

/** Number of recent paid orders that serve as the baseline. */
const usualCount = 10;

/** A merchant's earlier payouts, as the baseline for the next one. */
export interface PastPayouts {
  /** Paid orders to the same account. */
  readonly toAccount: number;
  /** Recent paid orders in the currency: their number and sum. */
  readonly count: number;
  readonly total: bigint;
}

export async function pastPayouts(
  { db }: Pick<Context, "db">,
  { merchantId, mode, currency }: OfCurrency,
  digests: readonly string[],
): Promise<PastPayouts> {
  const { rows } = await sql<{ toAccount: number; count: number; total: string }>`
    SELECT (SELECT count(*)::int FROM payout_orders a
             WHERE a.merchant_id = ${merchantId} AND a.mode = ${mode} AND a.status = 'paid'
               AND a.account_digest IN (${sql.join([...digests])})) AS to_account,
           count(*)::int AS count, coalesce(sum(amount), 0)::text AS total
      FROM (SELECT amount FROM payout_orders
             WHERE merchant_id = ${merchantId} AND mode = ${mode} AND currency = ${currency} AND status = 'paid'
             ORDER BY apply_time DESC LIMIT ${usualCount}) AS last`.execute(db);
  const [row] = rows;
  return {
    toAccount: row?.toAccount ?? 0,
    count: row?.count ?? 0,
    total: BigInt(row?.total ?? 0),
  };
}
