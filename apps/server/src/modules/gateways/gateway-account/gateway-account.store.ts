import {
  type GatewayAccount,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type RawBuilder, sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { ofTenantOf, whereLookup } from "../../../platform/db/lookup-query.ts";
import { shownName } from "../../../platform/db/name-order.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

const plainColumns = [
  "gatewayAccounts.id",
  "gatewayAccounts.accountNo",
  "gatewayAccounts.gatewayId",
  "gatewayAccounts.mode",
  "gatewayAccounts.name",
  "gatewayAccounts.upstreamMid",
  "gatewayAccounts.currencies",
  "gatewayAccounts.settlementCurrency",
  "gatewayAccounts.mccs",
  "gatewayAccounts.descriptorPrefix",
  "gatewayAccounts.limits",
  "gatewayAccounts.inFlightMax",
  "gatewayAccounts.merchantInFlightMax",
  "gatewayAccounts.queueSeconds",
  "gatewayAccounts.weight",
  "gatewayAccounts.priority",
  "gatewayAccounts.remark",
  "gatewayAccounts.health as measuredHealth",
  "gatewayAccounts.status",
  "gatewayAccounts.version",
  "gatewayAccounts.createTime",
  "gatewayAccounts.createUserName",
  "gatewayAccounts.updateTime",
  "gatewayAccounts.updateUserName",
] as const;

/** Health for routing at an instant: a forced one while it lasts, else the measured one. */
const healthAt = (at: RawBuilder<unknown>) =>
  sql<"healthy" | "degraded" | "down">`CASE WHEN gateway_accounts.forced_until > ${at}
    THEN gateway_accounts.forced_health ELSE gateway_accounts.health END`;

/** Whether every required credential is set. */
const isComplete = sql<boolean>`NOT EXISTS (
  SELECT 1 FROM jsonb_array_elements(upstream_gateways.credential_schema) AS asked
   WHERE (asked->>'isRequired')::boolean AND NOT EXISTS (
     SELECT 1 FROM gateway_credentials own
      WHERE own.gateway_account_id = gateway_accounts.id AND own.name = asked->>'name'))`;

/** Accounts in scope with the columns of lists, which include neither credentials nor the webhook token. */
export function describedAccounts(ctx: Context) {
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const whileForced = (column: string) =>
    sql<
      string | null
    >`CASE WHEN gateway_accounts.forced_until > ${now} THEN ${sql.ref(`gatewayAccounts.${column}`)} END`;
  return from(ctx, "gatewayAccounts")
    .innerJoin("gateways", "gateways.id", "gatewayAccounts.gatewayId")
    .innerJoin("upstreamGateways", "upstreamGateways.id", "gateways.upstreamGatewayId")
    .select([
      ...plainColumns,
      "gateways.name as gatewayName",
      healthAt(now).as("health"),
      whileForced("forcedUntil").as("forcedUntil"),
      whileForced("forcedReason").as("forcedReason"),
      whileForced("forcedUserName").as("forcedUserName"),
      isComplete.as("isComplete"),
      sql<boolean>`EXISTS (SELECT 1 FROM credential_changes waiting
        WHERE waiting.gateway_account_id = gateway_accounts.id AND waiting.status = 'pending')`.as("hasPendingChange"),
    ]);
}

const columnAt = (at: RawBuilder<unknown>) => (field: string) => {
  if (field === "health") return healthAt(at);
  if (field === "gatewayName") return sql.ref("gateways.name");
  if (field === "currencies") return sql`array_to_string(gateway_accounts.currencies, ' ')`;
  return sql.ref(`gatewayAccounts.${field}`);
};
/** Columns of an export, which reads at the time of its run. */
export const accountColumn = columnAt(sql`now()`);
export const accountKey = sql.ref("gatewayAccounts.id");

export const pageAccounts = (ctx: Context, input: ListRequest): Promise<Page<GatewayAccount>> =>
  pageQuery(ctx, describedAccounts(ctx), {
    spec: gatewayAccount.operations.page.list,
    input,
    columnOf: columnAt(sql`${ctx.now.toISOString()}::timestamptz`),
    id: accountKey,
  }) as Promise<Page<GatewayAccount>>;

export async function findAccount(ctx: Context, id: string): Promise<GatewayAccount> {
  const row = await describedAccounts(ctx).where("gatewayAccounts.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("gatewayAccount", id);
  return row as GatewayAccount;
}

interface Narrowing {
  readonly gatewayId?: string | undefined;
  readonly mode?: "live" | "test" | undefined;
  /** Restricts the list to accounts that the merchant can be bound to. */
  readonly merchantId?: string | null | undefined;
}

export function listAccounts(ctx: Context, { gatewayId, mode, merchantId, ...asked }: Narrowing & LookupInput) {
  let query = from(ctx, "gatewayAccounts")
    .innerJoin("gateways", "gateways.id", "gatewayAccounts.gatewayId")
    .select([
      "gatewayAccounts.id",
      "gatewayAccounts.name",
      "gatewayAccounts.accountNo",
      "gateways.name as gatewayName",
      "gatewayAccounts.mode",
      "gatewayAccounts.currencies",
      "gatewayAccounts.status",
    ])
    .where(ofTenantOf("gatewayAccounts", merchantId))
    .orderBy(shownName(sql.ref("gatewayAccounts.name"), "gatewayAccount", ctx.request.locale))
    .orderBy("gatewayAccounts.id");
  if (gatewayId) query = query.where("gatewayAccounts.gatewayId", "=", gatewayId);
  if (mode) query = query.where("gatewayAccounts.mode", "=", mode);
  const texts = ["gatewayAccounts.name", "gatewayAccounts.accountNo", "gateways.name"];
  return whereLookup(query, asked, { id: "gatewayAccounts.id", texts }).execute();
}

/** The gateway of a new account, in the caller's scope. */
export async function readGateway(ctx: Context, id: string) {
  const row = await from(ctx, "gateways").select(["id", "tenantId", "mode"]).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("gateway", id);
  return row;
}

/** Data for the account's own page only: the provider's credential fields, and the webhook token. */
export async function readCallFacts(ctx: Context, id: string) {
  const row = await from(ctx, "gatewayAccounts")
    .innerJoin("gateways", "gateways.id", "gatewayAccounts.gatewayId")
    .innerJoin("upstreamGateways", "upstreamGateways.id", "gateways.upstreamGatewayId")
    .select(["gatewayAccounts.webhookToken", "upstreamGateways.credentialSchema", "upstreamGateways.capabilities"])
    .where("gatewayAccounts.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("gatewayAccount", id);
  return row;
}

/** Id of a provider's first account in a mode with complete credentials. */
export async function firstCompleteAccount(
  ctx: Context,
  upstreamGatewayId: string,
  mode: "live" | "test",
): Promise<string | undefined> {
  const row = await describedAccounts(ctx)
    .where("gateways.upstreamGatewayId", "=", upstreamGatewayId)
    .where("gatewayAccounts.mode", "=", mode)
    .where("gatewayAccounts.status", "<>", "disabled")
    .where(isComplete)
    .orderBy("gatewayAccounts.createTime")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
