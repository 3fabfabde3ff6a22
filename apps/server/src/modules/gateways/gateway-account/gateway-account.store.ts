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

/** What routing goes by at an instant: what an operator forces while it lasts, else what is measured. */
const healthAt = (at: RawBuilder<unknown>) =>
  sql<"healthy" | "degraded" | "down">`CASE WHEN gateway_accounts.forced_until > ${at}
    THEN gateway_accounts.forced_health ELSE gateway_accounts.health END`;

/** Whether every credential that the provider cannot do without is there. */
const isComplete = sql<boolean>`NOT EXISTS (
  SELECT 1 FROM jsonb_array_elements(upstream_gateways.credential_schema) AS asked
   WHERE (asked->>'isRequired')::boolean AND NOT EXISTS (
     SELECT 1 FROM gateway_credentials own
      WHERE own.gateway_account_id = gateway_accounts.id AND own.name = asked->>'name'))`;

/** Accounts in scope as lists show them: neither a credential nor the secret part of an address is among the columns. */
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
  /** Those that the merchant can be bound to. */
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

/** The gateway of an account to be, inside the caller's scope. */
export async function readGateway(ctx: Context, id: string) {
  const row = await from(ctx, "gateways").select(["id", "tenantId", "mode"]).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("gateway", id);
  return row;
}

/** What only the account's own page shows: what the provider asks for, and the secret part of the address. */
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

/** Id of the first account of a provider in a mode that has its credentials. */
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
