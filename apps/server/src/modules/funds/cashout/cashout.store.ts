import { type Cashout, cashoutTopic } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, type SealedChange, sealedRows } from "../../../platform/seals/sealed-rows.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";

/** A withdrawal as it is stored. */
export type CashoutRow = Selectable<Tables["cashouts"]>;
export type NewCashout = NewSealed<"cashouts">;
export type CashoutChange = SealedChange<"cashouts">;

/** Identifies one withdrawal. */
export type CashoutRef = Pick<CashoutRow, "merchantId" | "id" | "mode">;

// biome-ignore lint/suspicious/noExplicitAny: joined tables widen the type; columns are named in full where it matters.
type CashoutQuery<R = object> = SelectQueryBuilder<Tables, any, R>;

/** Adds a withdrawal, and changes one that the caller holds locked. */
export const { insert: insertCashout, update: updateCashout } = sealedRows("cashouts", {
  topic: cashoutTopic,
  permission: "cashout:page",
});

function inScope(ctx: Context): CashoutQuery {
  const query = from(ctx, "cashouts");
  const condition = ofVisibleMerchants(ctx, "cashouts.merchantId");
  return condition ? query.where(condition) : query;
}

/** The identifiers of a withdrawal in the actor's scope. */
export async function refOfCashout(ctx: Context, id: string): Promise<CashoutRef> {
  const row = await inScope(ctx)
    .select(["cashouts.merchantId", "cashouts.id", "cashouts.mode"])
    .where("cashouts.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("cashout", id);
  return row;
}

/** A withdrawal, locked; the merchant's book has been locked before. */
export const lockCashout = (
  { db }: Pick<Context, "db">,
  { merchantId, id }: Pick<CashoutRow, "merchantId" | "id">,
): Promise<CashoutRow> =>
  db
    .selectFrom("cashouts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** A withdrawal without a lock. */
export const readCashout = (
  db: Kysely<Tables>,
  { merchantId, id }: Pick<CashoutRow, "merchantId" | "id">,
): Promise<CashoutRow> =>
  db
    .selectFrom("cashouts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** A merchant's withdrawal by its number; undefined where the merchant has none. */
export const cashoutByNo = (
  db: Kysely<Tables>,
  { merchantId, mode, cashoutNo }: Pick<CashoutRow, "merchantId" | "mode" | "cashoutNo">,
): Promise<CashoutRow | undefined> =>
  db
    .selectFrom("cashouts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("cashoutNo", "=", cashoutNo)
    .executeTakeFirst();

const plainColumns = [
  "cashouts.id",
  "cashouts.cashoutNo",
  "cashouts.merchantId",
  "cashouts.mode",
  "cashouts.currency",
  "cashouts.amount",
  "cashouts.feeMode",
  "cashouts.feeAmount",
  "cashouts.debitedAmount",
  "cashouts.sentAmount",
  "cashouts.targetCurrency",
  "cashouts.targetAmount",
  "cashouts.midAmount",
  "cashouts.fxMid",
  "cashouts.fxMarkup",
  "cashouts.fxRate",
  "cashouts.payoutAccountId",
  "cashouts.accountLabel",
  "cashouts.quoteExpireTime",
  "cashouts.status",
  "cashouts.returnCause",
  "cashouts.riskFlags",
  "cashouts.approvalsNeeded",
  "cashouts.applyUserId",
  "cashouts.applyUserName",
  "cashouts.applyTime",
  "cashouts.remark",
  "cashouts.auditUserId",
  "cashouts.auditUserName",
  "cashouts.auditTime",
  "cashouts.auditRemark",
  "cashouts.bankReference",
  "cashouts.failureCode",
  "cashouts.failureMessage",
  "cashouts.paidTime",
  "cashouts.returnedTime",
  "cashouts.returnedAmount",
  "cashouts.finishedTime",
  "cashouts.version",
] as const;

/** Condition: a user requested the withdrawal, or resubmitted it. */
export const isAskedBy = (userId: number) =>
  sql<boolean>`(coalesce(cashouts.apply_user_id = ${userId}, false)
    OR coalesce(cashouts.submitter_ids @> to_jsonb(${userId}::bigint), false))`;

/** Withdrawals in the actor's scope, with the columns of lists. */
export const describedCashouts = (ctx: Context) =>
  inScope(ctx)
    .select([...plainColumns])
    .select([
      sql<string | null>`(SELECT named.name FROM merchants named WHERE named.id = cashouts.merchant_id)`.as(
        "merchantName",
      ),
      sql<string | null>`(SELECT p.payout_no FROM payouts p
        WHERE p.merchant_id = cashouts.merchant_id AND p.id = cashouts.payout_id)`.as("payoutNo"),
      isAskedBy(ctx.actor.userId).as("isOwn"),
    ]);

/** A withdrawal in the actor's scope, with the facts for its approval. */
export async function findCashout(ctx: Context, id: string): Promise<{ shown: Cashout; row: CashoutRow }> {
  const shown = await describedCashouts(ctx).where("cashouts.id", "=", id).executeTakeFirst();
  if (!shown) throw notFound("cashout", id);
  const { merchantId } = shown;
  const row = await ctx.db
    .selectFrom("cashouts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { shown: shown as Cashout, row };
}

type OfCurrency = Pick<CashoutRow, "merchantId" | "mode" | "currency">;

/** Paid withdrawals from before allocations were recorded, in the order of payment. */
export async function unallocated(db: Kysely<Tables>, limit: number): Promise<CashoutRef[]> {
  const { rows } = await sql<CashoutRef>`
    SELECT merchant_id, id, mode FROM cashouts c
     WHERE status IN ('paid', 'returned')
       AND NOT EXISTS (SELECT 1 FROM settlement_allocations a
                        WHERE a.merchant_id = c.merchant_id AND a.source_type = 'cashout' AND a.source_id = c.id)
     ORDER BY paid_time, id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Number of recent paid withdrawals that serve as the baseline. */
const usualCount = 10;

/** Recent paid withdrawals in a currency, and the number to an account. */
export async function pastOf(
  { db }: Pick<Context, "db">,
  { merchantId, mode, currency }: OfCurrency,
  payoutAccountId: string,
): Promise<{ readonly toAccount: number; readonly count: number; readonly total: bigint }> {
  const { rows } = await sql<{ toAccount: number; count: number; total: string }>`
    SELECT (SELECT count(*)::int FROM cashouts a
             WHERE a.merchant_id = ${merchantId} AND a.payout_account_id = ${payoutAccountId} AND a.status = 'paid')
             AS to_account,
           count(*)::int AS count, coalesce(sum(amount), 0)::text AS total
      FROM (SELECT amount FROM cashouts
             WHERE merchant_id = ${merchantId} AND mode = ${mode} AND currency = ${currency} AND status = 'paid'
             ORDER BY apply_time DESC LIMIT ${usualCount}) AS last`.execute(db);
  const [row] = rows;
  return { toAccount: row?.toAccount ?? 0, count: row?.count ?? 0, total: BigInt(row?.total ?? 0) };
}
