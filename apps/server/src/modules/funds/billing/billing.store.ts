import { billedAmounts, billSpec, costAmounts } from "@countinghouse/contract/funds/billing/bill-fields.ts";
import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import { merchantBilling } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { RecordOf, Resource } from "@countinghouse/contract/kit/resource.ts";
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import type { Context } from "../../../platform/http/context.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: joined tables widen the type; columns are named in full where it matters.
type BillQuery = SelectQueryBuilder<Tables, any, any>;

/** Amount columns of a bill line, and those that only the operator sees. */
const amountColumns = Object.keys(billedAmounts) as (keyof typeof billedAmounts)[];
const costColumns = Object.keys(costAmounts) as (keyof typeof costAmounts)[];

const settlementAmount = sql<string>`(t.net_amount - b.reserve_amount)`;

/** Bills in the actor's scope with their batch and total line. */
const billsInScope = (ctx: Context): BillQuery => {
  const query = (from(ctx, "bills") as unknown as BillQuery)
    .innerJoin("settlementBatches as b", (on) =>
      on.onRef("b.merchantId", "=", "bills.merchantId").onRef("b.id", "=", "bills.batchId"),
    )
    .innerJoin("billLines as t", (on) =>
      on
        .onRef("t.merchantId", "=", "bills.merchantId")
        .onRef("t.billId", "=", "bills.id")
        .on("t.paymentCategory", "=", "all"),
    );
  const condition = ofVisibleMerchants(ctx, "bills.merchantId");
  return condition ? query.where(condition) : query;
};

const described = (ctx: Context): BillQuery =>
  billsInScope(ctx)
    .select(["bills.id", "bills.batchId", "b.batchNo as batch", "bills.merchantId", "bills.mode", "bills.billingDate"])
    .select(["b.date as settlementDate", "b.periodFrom", "b.periodTo", "b.currency"])
    .select(amountColumns.map((column) => `t.${column}` as const))
    .select([sql<number>`coalesce(b.reserve_ratio, 0)`.as("depositRatio"), "b.reserveAmount as depositAmount"])
    .select(["bills.depositReleasedAmount", settlementAmount.as("settlementAmount"), "bills.status", "bills.invoiceNo"])
    .select(["bills.issuedTime", "bills.confirmedTime", "bills.confirmUserName", "bills.queryText", "bills.queryTime"])
    .select(["bills.confirmUserId", "bills.queryUserId"])
    .select(["bills.queryUserName", "bills.answerText", "bills.answerTime", "bills.version"])
    .select(sql<string | null>`(SELECT m.name FROM merchants m WHERE m.id = bills.merchant_id)`.as("merchantName"));

/** Every bill, with its cost. */
const describedBills = (ctx: Context): BillQuery =>
  described(ctx).select(costColumns.map((column) => `t.${column}` as const));

/** Bills visible to their merchants: those that were issued. */
const describedOwn = (ctx: Context): BillQuery => described(ctx).where("bills.invoiceNo", "is not", null);

const columns: Readonly<Record<string, RawBuilder<unknown>>> = {
  batch: sql`b.batch_no`,
  currency: sql`b.currency`,
  isNegative: sql`(${settlementAmount} < 0)`,
  settlementAmount,
  grossAmount: sql`t.gross_amount`,
};
const reading = { id: sql.ref("bills.id"), columnOf: (field: string) => columns[field] ?? sql.ref(`bills.${field}`) };

/** Condition: the bill has a line of a category. */
const ofCategory = (category: string): RawBuilder<SqlBool> =>
  sql`EXISTS (SELECT 1 FROM bill_lines c WHERE c.merchant_id = bills.merchant_id AND c.bill_id = bills.id
                 AND c.payment_category = ${category})`;

type BillsAsked = ListRequest & { readonly paymentCategory?: string | null | undefined };

/** The reads of bills: page, detail and export, from the same rows. */
function readsOf<R extends Resource>(resource: R, describe: (ctx: Context) => BillQuery) {
  return {
    page: (ctx: Context, { paymentCategory, ...input }: BillsAsked): Promise<Page<RecordOf<R>>> => {
      const query = paymentCategory ? describe(ctx).where(ofCategory(paymentCategory)) : describe(ctx);
      return pageQuery(ctx, query, { spec: billSpec, input, ...reading }) as Promise<Page<RecordOf<R>>>;
    },
    find: async (ctx: Context, id: string): Promise<RecordOf<R>> => {
      const row = await describe(ctx).where("bills.id", "=", id).executeTakeFirst();
      if (!row) throw notFound(resource.name, id);
      return row as RecordOf<R>;
    },
    export: exportable(resource, describe, { ...reading, conditions: { paymentCategory: ofCategory as never } }),
  };
}

export const billReads = readsOf(billing, describedBills);
export const ownBillReads = readsOf(merchantBilling, describedOwn);

/** The lines of a bill, the total last. */
export const linesOfBill = async ({ db }: Pick<Context, "db">, merchantId: string, billId: string) =>
  db
    .selectFrom("billLines")
    .select("paymentCategory")
    .select([...amountColumns, ...costColumns])
    .where("merchantId", "=", merchantId)
    .where("billId", "=", billId)
    .orderBy(sql`payment_category = 'all'`)
    .orderBy("paymentCategory")
    .execute();
