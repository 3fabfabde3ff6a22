import {
  type MerchantAccountCfg,
  merchantAccountCfg,
} from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { type Selectable, sql } from "kysely";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { from, type NewRow } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { askedByReader, decidedStatus, inForceAt, insertVersion } from "../../../platform/db/versions.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../merchant/index.ts";

const table = "accountTerms";
export type AccountCfgRow = Selectable<Tables[typeof table]>;

/** Versions of the merchants in the actor's scope; to a merchant's users, the approved ones. */
export const describedTerms = (ctx: Context) =>
  from(ctx, table)
    .innerJoin("merchants", "merchants.id", "accountTerms.merchantId")
    .where(merchantInReach(ctx))
    .$if(isOfMerchant(ctx.actor), (query) => query.where("accountTerms.decision", "=", "approved"))
    .selectAll(table)
    .select(["merchants.name as merchantName", decidedStatus(table, ctx.now).as("status"), askedByReader(ctx, table)]);

/** Answers page, detail and export. */
export const terms = recordOperations({
  table: "accountTerms",
  resource: merchantAccountCfg,
  describe: describedTerms,
  columns: { merchantName: sql.ref("merchants.name"), status: ({ now }) => sql`(${decidedStatus(table, now)})` },
});

/** Every version of a merchant, newest first. */
export const termsOfMerchant = (ctx: Context, merchantId: string) =>
  describedTerms(ctx)
    .where("accountTerms.merchantId", "=", merchantId)
    .orderBy("accountTerms.createTime", "desc")
    .orderBy("accountTerms.id", "desc")
    .limit(500)
    .execute() as Promise<MerchantAccountCfg[]>;

/** Versions in force at an instant, by currency. */
export function effectiveTerms(
  ctx: Context,
  { merchantId, currency, at }: { merchantId: string; currency?: string | null | undefined; at: Date },
) {
  let query = describedTerms(ctx)
    .where("accountTerms.merchantId", "=", merchantId)
    .where(inForceAt(table, at))
    .orderBy("accountTerms.settlementCurrency");
  if (currency) query = query.where("accountTerms.settlementCurrency", "=", currency);
  return query.execute() as Promise<MerchantAccountCfg[]>;
}

/** Approved versions of a merchant's currency, locked, so that one of them can be replaced. */
export const lockApproved = (
  ctx: Context,
  { merchantId, settlementCurrency }: AccountCfgRow,
): Promise<AccountCfgRow[]> =>
  from(ctx, table)
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("settlementCurrency", "=", settlementCurrency)
    .where("decision", "=", "approved")
    .orderBy("id")
    .forUpdate()
    .execute();

export const insertTerms = (ctx: Context, values: NewRow<typeof table>): Promise<AccountCfgRow> =>
  insertVersion(ctx, table, values);

interface Wanted {
  readonly merchantId: string;
  readonly currency?: string | undefined;
  readonly at: Date;
}

/**
 * The version in force for payments in a currency: the one that settles in it, else the one of the merchant's own
 * currency. The merchant is a parameter, whoever calls: payments are priced for callers without permissions of their
 * own.
 */
export async function readInForce(ctx: Pick<Context, "db">, wanted: Wanted): Promise<AccountCfgRow | undefined> {
  const currency = wanted.currency ?? "";
  return ctx.db
    .selectFrom(table)
    .innerJoin("merchants", "merchants.id", "accountTerms.merchantId")
    .selectAll(table)
    .where("accountTerms.merchantId", "=", wanted.merchantId)
    .where(inForceAt(table, wanted.at))
    .where(sql<boolean>`account_terms.settlement_currency IN (${currency}, merchants.currency)`)
    .orderBy(sql`account_terms.settlement_currency = ${currency} DESC`)
    .limit(1)
    .executeTakeFirst();
}

/** Whether the merchant has terms in force. */
export async function hasTermsInForce(ctx: Pick<Context, "db">, merchantId: string, at: Date): Promise<boolean> {
  const found = await ctx.db
    .selectFrom(table)
    .select("id")
    .where("merchantId", "=", merchantId)
    .where(inForceAt(table, at))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
