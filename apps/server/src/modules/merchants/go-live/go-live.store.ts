import { testOrderPrefix } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { inForceAt, type VersionedTable } from "../../../platform/db/versions.ts";
import type { Context } from "../../../platform/http/context.ts";

/** A record waiting for approval by somebody other than its requester. */
export interface WaitingApproval {
  readonly id: string;
  readonly userId: number | null;
  readonly currency: string | null;
}

/** A merchant with the onboarding state of its own row. */
export const readCase = (ctx: Context, merchantId: string) =>
  from(ctx, "merchants")
    .leftJoin("users as submitter", "submitter.id", "merchants.submitUserId")
    .leftJoin("users as approver", "approver.id", "merchants.approveUserId")
    .selectAll("merchants")
    .select(["submitter.realName as submitUserName", "approver.realName as approveUserName"])
    .where("merchants.id", "=", merchantId)
    .executeTakeFirst();

export type MerchantCase = NonNullable<Awaited<ReturnType<typeof readCase>>>;

/** Currencies with terms in force. */
export async function currenciesInForce({ db, now }: Context, merchantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("accountTerms")
    .select("settlementCurrency")
    .where("merchantId", "=", merchantId)
    .where(inForceAt("accountTerms", now))
    .orderBy("settlementCurrency")
    .execute();
  return rows.map(({ settlementCurrency }) => settlementCurrency);
}

/** The oldest version that waits for approval. */
export const waitingVersion = (
  { db }: Context,
  table: VersionedTable,
  merchantId: string,
): Promise<WaitingApproval | undefined> =>
  db
    .selectFrom(table)
    .select(["id", "createUserId as userId"])
    .select(sql<string | null>`${sql.ref(table === "accountTerms" ? "settlementCurrency" : "currency")}`.as("currency"))
    .where("merchantId", "=", merchantId)
    .where("decision", "=", "pending")
    .orderBy("createTime")
    .limit(1)
    .executeTakeFirst();

/** Number of rules in force: the merchant's own, and its tenant's. */
export async function countRules({ db, now }: Context, { id, tenantId }: MerchantCase) {
  const row = await db
    .selectFrom("feeRules")
    .select([
      sql<number>`count(*) FILTER (WHERE merchant_id IS NOT NULL)::int`.as("own"),
      sql<number>`count(*) FILTER (WHERE merchant_id IS NULL)::int`.as("shared"),
    ])
    .where("tenantId", "=", tenantId)
    .where(sql<boolean>`coalesce(merchant_id, ${id}) = ${id}`)
    .where(inForceAt("feeRules", now))
    .executeTakeFirstOrThrow();
  return row;
}

/** Number of accounts that can receive payments, per mode. */
export async function countBindings({ db }: Context, merchantId: string) {
  const row = await db
    .selectFrom("merGatewayAccountCfgs")
    .select([
      sql<number>`count(*) FILTER (WHERE mode = 'live')::int`.as("live"),
      sql<number>`count(*) FILTER (WHERE mode = 'test')::int`.as("test"),
    ])
    .where("merchantId", "=", merchantId)
    .where("status", "=", "enabled")
    .executeTakeFirstOrThrow();
  return row;
}

/** The oldest binding waiting for somebody else's approval. */
export const waitingBinding = ({ db }: Context, merchantId: string) =>
  db
    .selectFrom("merGatewayAccountCfgs")
    .select(["id", "proposeUserId as userId"])
    .where("merchantId", "=", merchantId)
    .where("proposal", "is not", null)
    .orderBy("proposeTime")
    .limit(1)
    .executeTakeFirst();

/** Enabled payment types, of every app or of one. */
export const enabledTypes = ({ db }: Context, merchantId: string) =>
  db
    .selectFrom("paymentTypeTerms")
    .select(["paymentType", "coinAppId"])
    .where("merchantId", "=", merchantId)
    .where("status", "=", "enabled")
    .orderBy("createTime")
    .execute();

export async function countOffered({ db }: Context, merchantId: string): Promise<number> {
  const row = await db
    .selectFrom("merPayChannelCfgs")
    .innerJoin("channels", "channels.id", "merPayChannelCfgs.channelId")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("merPayChannelCfgs.merchantId", "=", merchantId)
    .where("merPayChannelCfgs.status", "=", "enabled")
    .where("merPayChannelCfgs.isOffered", "=", true)
    .where("channels.status", "=", "enabled")
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Enabled apps, the oldest first, with the modes whose keys can call now. */
export const enabledApps = ({ db, now }: Context, merchantId: string) => {
  const takesCalls = (mode: "live" | "test") => sql<boolean>`EXISTS (SELECT 1 FROM app_keys k
    WHERE k.app_id = coin_apps.id AND k.mode = ${mode} AND k.is_enabled AND k.secret_sealed IS NOT NULL
      AND (k.expire_time IS NULL OR k.expire_time > ${now.toISOString()}))`;
  return db
    .selectFrom("coinApps")
    .selectAll()
    .select([takesCalls("live").as("isLive"), takesCalls("test").as("isTest")])
    .where("merchantId", "=", merchantId)
    .where("status", "=", "enabled")
    .orderBy("createTime")
    .orderBy("id")
    .execute();
};

/** The latest test order of the checklist. */
export const lastTestOrder = ({ db }: Context, merchantId: string) =>
  db
    .selectFrom("coinOrders")
    .select(["id", "status", "amount", "currency"])
    .where("merchantId", "=", merchantId)
    .where("mode", "=", "test")
    .where("merchantOrderNo", "like", `${testOrderPrefix}%`)
    .orderBy("orderTime", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Beneficial owners and the state of the documents. An expired document proves nothing. */
export async function readFile({ db, now }: Context, merchantId: string) {
  const today = now.toISOString().slice(0, 10);
  const [{ owners }, documents] = await Promise.all([
    db
      .selectFrom("merchantOwners")
      .select(({ fn }) => fn.countAll<number>().as("owners"))
      .where("merchantId", "=", merchantId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("merchantDocuments")
      .select([
        sql<number>`count(*) FILTER (WHERE status = 'waiting')::int`.as("waiting"),
        sql<number>`count(*) FILTER (WHERE status = 'verified' AND expire_day < ${today})::int`.as("expired"),
        sql<number>`count(*) FILTER (WHERE status = 'verified' AND coalesce(expire_day >= ${today}, true))::int`.as(
          "verified",
        ),
      ])
      .where("merchantId", "=", merchantId)
      .executeTakeFirstOrThrow(),
  ]);
  return { owners: Number(owners), ...documents };
}

/** Live orders that are not final, and received payments neither applied nor returned. */
export async function countOpen({ db }: Context, merchantId: string) {
  const [orders, dues] = await Promise.all([
    db
      .selectFrom("coinOrders")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("merchantId", "=", merchantId)
      .where("mode", "=", "live")
      .where("status", "in", ["created", "awaiting", "pending"])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("paymentDues")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("merchantId", "=", merchantId)
      .where("mode", "=", "live")
      .where("status", "in", ["open", "awaiting_approval", "to_return"])
      .executeTakeFirstOrThrow(),
  ]);
  return { orders: Number(orders.count), dues: Number(dues.count) };
}
