import { coolingHours, payoutAccountTopic } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import { isForChoosing, whereLookup } from "../../../platform/db/lookup-query.ts";
import { creationStamps, from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, sealedRows } from "../../../platform/seals/sealed-rows.ts";
import { merchantInReach, ofVisibleMerchants } from "../../merchants/merchant/index.ts";

/** An account as it is stored. */
export type PayoutAccountRow = Selectable<Tables["payoutAccounts"]>;

const nameIn = (table: "merchants" | "gateway_accounts", column: string, as: string) =>
  sql<
    string | null
  >`(SELECT named.name FROM ${sql.table(table)} named WHERE named.id = ${sql.ref(`payout_accounts.${column}`)})`.as(as);

const inReach = (ctx: Context) => {
  const condition = ofVisibleMerchants(ctx, "payoutAccounts.merchantId");
  return condition ? from(ctx, "payoutAccounts").where(condition) : from(ctx, "payoutAccounts");
};

/** Whether the caller changed the account's present state, and so may not verify it. */
const isOwnChange = ({ actor }: Context) =>
  sql<boolean>`(${actor.userId} IN (coalesce(payout_accounts.last_change_user_id, 0), coalesce(payout_accounts.doubt_user_id, 0))
    OR coalesce(payout_accounts.changer_ids @> to_jsonb(${actor.userId}::bigint), false))`;

/** Accounts in the actor's scope, with the columns of lists. */
export const describedAccounts = (ctx: Context) =>
  inReach(ctx)
    .select([
      "payoutAccounts.id",
      "payoutAccounts.kind",
      "payoutAccounts.merchantId",
      "payoutAccounts.mode",
      "payoutAccounts.holderType",
      "payoutAccounts.holderName",
      "payoutAccounts.nameMatch",
      "payoutAccounts.currency",
      "payoutAccounts.country",
      "payoutAccounts.bankName",
      "payoutAccounts.swift",
      "payoutAccounts.routingNo",
      "payoutAccounts.branch",
      "payoutAccounts.numberKind",
      "payoutAccounts.last4",
      "payoutAccounts.gatewayAccountId",
      "payoutAccounts.isDefault",
      "payoutAccounts.status",
      "payoutAccounts.verifyStatus",
      "payoutAccounts.verifyUserId",
      "payoutAccounts.verifyUserName",
      "payoutAccounts.verifyTime",
      "payoutAccounts.verifyEvidence",
      "payoutAccounts.providerCheck",
      "payoutAccounts.providerCheckTime",
      "payoutAccounts.lastChangeTime",
      "payoutAccounts.version",
      "payoutAccounts.createTime",
      "payoutAccounts.createUserId",
      "payoutAccounts.createUserName",
      "payoutAccounts.updateTime",
      "payoutAccounts.updateUserId",
      "payoutAccounts.updateUserName",
    ])
    .select([
      nameIn("merchants", "merchant_id", "merchantName"),
      nameIn("gateway_accounts", "gateway_account_id", "gatewayAccountName"),
      sql<string>`payout_accounts.last_change_time + ${coolingHours}::int * interval '1 hour'`.as("restsUntil"),
      isOwnChange(ctx).as("isOwn"),
    ]);

const rows = sealedRows("payoutAccounts", { topic: payoutAccountTopic, permission: "payoutAccount:page" });

/** Our accounts that others may refer to; for a picker, those verified and not blocked. */
export function listOurAccounts(
  ctx: Context,
  { currency, ...asked }: LookupInput & { readonly currency?: string | null | undefined },
) {
  let query = from(ctx, "payoutAccounts")
    .select(["id", "bankName", "holderName", "last4", "currency", "mode"])
    .orderBy("id");
  if (currency) query = query.where("currency", "=", currency);
  if (isForChoosing(asked))
    query = query.where("kind", "=", "funding").where("verifyStatus", "=", "verified").where("status", "=", "enabled");
  const id = "payoutAccounts.id";
  return whereLookup(query, asked, {
    id,
    texts: ["payoutAccounts.bankName", "payoutAccounts.holderName", "payoutAccounts.last4"],
  }).execute();
}

/** Adds an unverified account. */
export const insertAccount = (
  ctx: Context,
  values: Omit<NewSealed<"payoutAccounts">, "status" | "verifyStatus">,
): Promise<PayoutAccountRow> =>
  rows.insert(ctx, { ...values, ...creationStamps(ctx), status: "enabled", verifyStatus: "pending" });

/** Changes an account that the caller holds locked. */
export const { update: updateAccount } = rows;

/** One in the actor's scope, locked until the end of the command. */
export async function lockAccount(ctx: Context, id: string): Promise<PayoutAccountRow> {
  const row = await inReach(ctx).selectAll().where("payoutAccounts.id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw notFound("payoutAccount", id);
  return row;
}

/** An account in the actor's scope. */
export async function readAccount(ctx: Context, id: string): Promise<PayoutAccountRow> {
  const row = await inReach(ctx).selectAll().where("payoutAccounts.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("payoutAccount", id);
  return row;
}

/** An account by id, without scope: for payments in progress. */
export const accountById = (db: Kysely<Tables>, id: string): Promise<PayoutAccountRow | undefined> =>
  db.selectFrom("payoutAccounts").selectAll().where("id", "=", id).executeTakeFirst();

/** The default account of a merchant or, without one, of a tenant. */
export const defaultAccount = (
  db: Kysely<Tables>,
  { tenantId, merchantId, mode, currency }: Pick<PayoutAccountRow, "tenantId" | "merchantId" | "mode" | "currency">,
): Promise<PayoutAccountRow | undefined> =>
  db
    .selectFrom("payoutAccounts")
    .selectAll()
    .where("tenantId", "=", tenantId)
    .where("merchantId", merchantId === null ? "is" : "=", merchantId)
    .where("mode", "=", mode)
    .where("currency", "=", currency)
    .where("isDefault", "=", true)
    .executeTakeFirst();

/** Our account that would pay to a merchant's account. */
export const payingFor = (
  db: Kysely<Tables>,
  { tenantId, mode, currency }: Pick<PayoutAccountRow, "tenantId" | "mode" | "currency">,
): Promise<PayoutAccountRow | undefined> => defaultAccount(db, { tenantId, mode, currency, merchantId: null });

/** A gateway account's mode, and whether its provider makes payouts. */
export async function payingAccount(
  ctx: Context,
  id: string,
): Promise<{ readonly mode: string; readonly pays: boolean } | undefined> {
  const { rows } = await sql<{ mode: string; pays: boolean }>`
    SELECT a.mode, 'payout' = ANY (u.capabilities) AS pays
      FROM gateway_accounts a
      JOIN gateways g ON g.id = a.gateway_id
      JOIN upstream_gateways u ON u.id = g.upstream_gateway_id
     WHERE a.id = ${id} AND a.tenant_id = ${ctx.actor.tenantId}`.execute(ctx.db);
  return rows[0];
}

/** Accounts that wait for verification. */
export const accountsToVerify = (ctx: Context, mode: PayoutAccountRow["mode"]): WaitingQuery =>
  from(ctx, "payoutAccounts")
    .leftJoin("merchants", "merchants.id", "payoutAccounts.merchantId")
    .where(sql<boolean>`(payout_accounts.merchant_id IS NULL OR ${merchantInReach(ctx)})`)
    .where("payoutAccounts.mode", "=", mode)
    .where("payoutAccounts.verifyStatus", "=", "pending")
    .where("payoutAccounts.status", "=", "enabled")
    .select([
      "payoutAccounts.id",
      sql<string>`payout_accounts.bank_name || ' ·· ' || payout_accounts.last4`.as("name"),
      "payoutAccounts.merchantId",
      "merchants.name as merchantName",
      "payoutAccounts.currency",
      "payoutAccounts.lastChangeTime as since",
      "payoutAccounts.updateUserName as person",
      "payoutAccounts.version",
      isOwnChange(ctx).as("isOwn"),
    ]);
