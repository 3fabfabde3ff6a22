import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import {
  type MerGatewayAccountCfg,
  merGatewayAccountCfg,
} from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { change, from, insert, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../merchant/index.ts";

export type BindingRow = Selectable<Tables["merGatewayAccountCfgs"]>;

/** Health for routing: an operator's override while it lasts, else the measured one. */
const healthAt = (at: RawBuilder<unknown>) =>
  sql<"healthy" | "degraded" | "down">`CASE WHEN gateway_accounts.forced_until > ${at}
    THEN gateway_accounts.forced_health ELSE gateway_accounts.health END`;

const instant = ({ now }: Context) => sql`${now.toISOString()}::timestamptz`;

/** Whether the caller asked for the change that waits, and so cannot approve it. */
export const proposedByReader = ({ actor }: Context) =>
  sql<boolean>`coalesce(mer_gateway_account_cfgs.propose_user_id = ${actor.userId}, false)`.as("isOwn");

/** Bindings of the merchants in reach, with the names of what they refer to. */
export const describedBindings = (ctx: Context) =>
  from(ctx, "merGatewayAccountCfgs")
    .innerJoin("merchants", "merchants.id", "merGatewayAccountCfgs.merchantId")
    .innerJoin("gatewayAccounts", "gatewayAccounts.id", "merGatewayAccountCfgs.gatewayAccountId")
    .innerJoin("gateways", "gateways.id", "gatewayAccounts.gatewayId")
    .where(merchantInReach(ctx))
    .selectAll("merGatewayAccountCfgs")
    .select([
      "merchants.name as merchantName",
      "merchants.merchantNo",
      "gatewayAccounts.name as accountName",
      "gatewayAccounts.accountNo",
      "gateways.id as gatewayId",
      "gateways.name as gatewayName",
      healthAt(instant(ctx)).as("health"),
      proposedByReader(ctx),
    ]);

const columnAt = (at: RawBuilder<unknown>) => (field: string) => {
  if (field === "health") return healthAt(at);
  return field === "merchantName" ? sql.ref("merchants.name") : sql.ref(`merGatewayAccountCfgs.${field}`);
};
/** Columns of an export, as of the time of its run. */
export const bindingColumn = columnAt(sql`now()`);
export const bindingKey = sql.ref("merGatewayAccountCfgs.id");

export const pageBindings = (ctx: Context, input: ListRequest): Promise<Page<MerGatewayAccountCfg>> =>
  pageQuery(ctx, describedBindings(ctx), {
    spec: merGatewayAccountCfg.operations.page.list,
    input,
    columnOf: columnAt(instant(ctx)),
    id: bindingKey,
  }) as Promise<Page<MerGatewayAccountCfg>>;

export async function findBinding(ctx: Context, id: string): Promise<MerGatewayAccountCfg> {
  const row = await describedBindings(ctx).where("merGatewayAccountCfgs.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("merGatewayAccountCfg", id);
  return row as MerGatewayAccountCfg;
}

/** Bindings of merchants in scope, for locking. */
const changeable = (ctx: Context) =>
  from(ctx, "merGatewayAccountCfgs").selectAll().where("merchantId", "in", from(ctx, "merchants").select("id"));

/** Locks a binding in scope for this command; refuses a stale version. */
export async function lockBinding(ctx: Context, id: string, version?: number | null): Promise<BindingRow> {
  const row = await changeable(ctx).where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw notFound("merGatewayAccountCfg", id);
  assertFresh(merGatewayAccountCfg, version, row.version);
  return row;
}

/** The bindings of a merchant in one mode, locked in the order of their ids. */
export const lockBindingsOf = (ctx: Context, merchantId: string, mode: "live" | "test"): Promise<BindingRow[]> =>
  changeable(ctx).where("merchantId", "=", merchantId).where("mode", "=", mode).orderBy("id").forUpdate().execute();

/** A gateway account of the merchant's tenant, by name and mode; undefined for any other tenant's. */
export const findAccount = (ctx: Context, tenantId: number, id: string) =>
  from(ctx, "gatewayAccounts")
    .select(["id", "name", "mode"])
    .where("id", "=", id)
    .where("tenantId", "=", tenantId)
    .executeTakeFirst();

/** Names of gateway accounts by their ids. */
export async function accountNames(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await from(ctx, "gatewayAccounts")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const insertBinding = (ctx: Context, values: NewRow<"merGatewayAccountCfgs">): Promise<BindingRow> =>
  insert(ctx, "merGatewayAccountCfgs", values);

/**
 * Changes a locked binding and records it; lists are passed as JSON text, since the driver would take them for arrays.
 */
export async function changeBinding(
  ctx: Context,
  before: BindingRow,
  values: Updateable<Tables["merGatewayAccountCfgs"]>,
): Promise<void> {
  const after = await change(ctx, "merGatewayAccountCfgs")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "merGatewayAccountCfgs", id: before.id, before, after });
}
