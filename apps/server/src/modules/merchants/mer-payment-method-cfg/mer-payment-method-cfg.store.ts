import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { type Selectable, sql } from "kysely";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { from, type NewRow } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { askedByReader, decidedStatus, inForceAt, insertVersion } from "../../../platform/db/versions.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../merchant/index.ts";

const table = "feeRules";
export type FeeRuleRow = Selectable<Tables[typeof table]>;

/**
 * Rules of the merchants in the actor's scope, and the tenant's own price list; to a merchant's users, the approved
 * ones of their merchant.
 */
export const describedRules = (ctx: Context) =>
  from(ctx, table)
    .leftJoin("merchants", "merchants.id", "feeRules.merchantId")
    .where(sql<boolean>`(fee_rules.merchant_id IS NULL OR ${merchantInReach(ctx)})`)
    .$if(isOfMerchant(ctx.actor), (query) => query.where("feeRules.decision", "=", "approved"))
    .selectAll(table)
    .select(["merchants.name as merchantName", decidedStatus(table, ctx.now).as("status"), askedByReader(ctx, table)]);

/** Answers page, detail and export. */
export const rules = recordOperations({
  table: "feeRules",
  resource: merPaymentMethodCfg,
  describe: describedRules,
  columns: { merchantName: sql.ref("merchants.name"), status: ({ now }) => sql`(${decidedStatus(table, now)})` },
});

export const insertRule = (ctx: Context, values: NewRow<typeof table>): Promise<FeeRuleRow> =>
  insertVersion(ctx, table, values);

const scopeNames = ["merchantId", "method", "methodCategory", "gatewayAccountId", "currency"] as const;

/** Approved versions with exactly the scope of a rule, locked, so that one of them can be replaced. */
export function lockSameScope(ctx: Context, rule: FeeRuleRow): Promise<FeeRuleRow[]> {
  let query = from(ctx, table)
    .selectAll()
    .where("tenantId", "=", rule.tenantId)
    .where("decision", "=", "approved")
    .where("cardRegion", "=", rule.cardRegion);
  for (const name of scopeNames) query = query.where(sql<boolean>`${sql.ref(name)} IS NOT DISTINCT FROM ${rule[name]}`);
  return query.orderBy("id").forUpdate().execute();
}

/** A merchant's own rules in force. */
export const rulesInForce = (ctx: Context, merchantId: string): Promise<FeeRuleRow[]> =>
  from(ctx, table)
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where(inForceAt(table, ctx.now))
    .orderBy("id")
    .execute();

/** Whether a change of the same scope is pending already: a second one would violate the index of pending changes. */
export async function hasPendingLike(ctx: Context, rule: FeeRuleRow, merchantId: string): Promise<boolean> {
  let query = from(ctx, table)
    .select("id")
    .where("decision", "=", "pending")
    .where("merchantId", "=", merchantId)
    .where("cardRegion", "=", rule.cardRegion);
  for (const name of scopeNames.slice(1))
    query = query.where(sql<boolean>`${sql.ref(name)} IS NOT DISTINCT FROM ${rule[name]}`);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

interface Priced {
  readonly merchantId: string;
  readonly method: string;
  readonly methodCategory: string | null;
  readonly at: Date;
}

/** A rule that could price a payment, and whether its seal is intact. */
export interface CandidateRule extends FeeRuleRow {
  readonly isGenuine: boolean;
}

/**
 * The rules that could price a payment of a merchant by a method, its own and its tenant's, for any currency, account
 * and card, which are often not known yet when rules are read. The merchant is a parameter, whoever calls: payments are
 * priced for callers who may not read prices.
 */
export async function candidateRules(
  { db, seals }: Pick<Context, "db" | "seals">,
  priced: Priced,
): Promise<CandidateRule[]> {
  const rows = await db
    .selectFrom("merchants")
    .innerJoin(table, (join) => join.onRef("feeRules.tenantId", "=", "merchants.tenantId"))
    .selectAll(table)
    .where("merchants.id", "=", priced.merchantId)
    .where(inForceAt(table, priced.at))
    .where(sql<boolean>`coalesce(fee_rules.merchant_id, merchants.id) = merchants.id`)
    .where(sql<boolean>`coalesce(method, ${priced.method}) = ${priced.method}`)
    .where(sql<boolean>`(method_category IS NULL OR method_category = ${priced.methodCategory})`)
    .execute();
  return Promise.all(rows.map(async (row) => ({ ...row, isGenuine: await seals.isGenuine(db, table, row) })));
}

/** Whether a rule in force with an intact seal could price a payment of the merchant: its own, or its tenant's. */
export async function hasRuleInForce(
  { db, seals }: Pick<Context, "db" | "seals">,
  merchantId: string,
  at: Date,
): Promise<boolean> {
  const rows = await db
    .selectFrom("merchants")
    .innerJoin(table, (join) => join.onRef("feeRules.tenantId", "=", "merchants.tenantId"))
    .selectAll(table)
    .where("merchants.id", "=", merchantId)
    .where(sql<boolean>`coalesce(fee_rules.merchant_id, merchants.id) = merchants.id`)
    .where(inForceAt(table, at))
    .execute();
  for (const row of rows) if (await seals.isGenuine(db, table, row)) return true;
  return false;
}

/** Whether a rule in force allows settlement on the day of payment: the merchant's, or its tenant's. */
export async function hasSameDayRule({ db }: Pick<Context, "db">, merchantId: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom("merchants")
    .innerJoin(table, (join) => join.onRef("feeRules.tenantId", "=", "merchants.tenantId"))
    .select("feeRules.id")
    .where("merchants.id", "=", merchantId)
    .where(sql<boolean>`coalesce(fee_rules.merchant_id, merchants.id) = merchants.id`)
    .where("feeRules.settlementDays", "=", 0)
    .where(inForceAt(table, at))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a rule until the end of the transaction, so that what it limits is counted serially. */
export async function holdRule({ db }: Pick<Context, "db">, id: string): Promise<void> {
  await db.selectFrom(table).select("id").where("id", "=", id).forUpdate().execute();
}
