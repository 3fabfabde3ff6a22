import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { type Selectable, sql, type Updateable } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { change, from, insert, type NewRow, remove, updateStamps } from "../../../platform/db/scoped.ts";
import { assertFresh, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { channelStatusAt, instantOf, methodName } from "../../gateways/channel/index.ts";
import { merchantInReach } from "../merchant/index.ts";

export type CheckoutLineRow = Selectable<Tables["merPayChannelCfgs"]>;

/** Checkout channels of the merchants in scope, with the names of their references. */
export const describedLines = (ctx: Context) =>
  from(ctx, "merPayChannelCfgs")
    .innerJoin("merchants", "merchants.id", "merPayChannelCfgs.merchantId")
    .innerJoin("channels", "channels.id", "merPayChannelCfgs.channelId")
    .innerJoin("paymentMethods", "paymentMethods.id", "channels.paymentMethodId")
    .leftJoin("gateways", "gateways.id", "channels.gatewayId")
    .leftJoin("coinApps", "coinApps.id", "merPayChannelCfgs.coinAppId")
    .where(merchantInReach(ctx))
    .selectAll("merPayChannelCfgs")
    .select([
      "merchants.name as merchantName",
      "coinApps.name as appName",
      "channels.channelCode",
      "channels.name as channelName",
      methodName(ctx).as("methodName"),
      "gateways.name as gatewayName",
      channelStatusAt(instantOf(ctx)).as("channelStatus"),
    ]);

/** Answers page, detail and export. */
export const lines = recordOperations({
  table: "merPayChannelCfgs",
  resource: merPayChannelCfg,
  describe: describedLines,
  columns: { merchantName: sql.ref("merchants.name") },
});

/** Locks a checkout channel in scope for this command; refuses a stale version. */
export async function lockLine(ctx: Context, id: string, version?: number | null): Promise<CheckoutLineRow> {
  const row = await from(ctx, "merPayChannelCfgs")
    .selectAll()
    .where("id", "=", id)
    .where("merchantId", "in", from(ctx, "merchants").select("id"))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("merPayChannelCfg", id);
  assertFresh(merPayChannelCfg, version, row.version);
  return row;
}

export const insertLine = async (ctx: Context, values: NewRow<"merPayChannelCfgs">): Promise<string> =>
  (await insert(ctx, "merPayChannelCfgs", values)).id;

export async function changeLine(
  ctx: Context,
  before: CheckoutLineRow,
  values: Updateable<Tables["merPayChannelCfgs"]>,
): Promise<void> {
  const after = await change(ctx, "merPayChannelCfgs")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "merPayChannelCfgs", id: before.id, before, after });
}

export async function removeLine(ctx: Context, before: CheckoutLineRow): Promise<void> {
  await remove(ctx, "merPayChannelCfgs").where("id", "=", before.id).execute();
  ctx.recordChange({ table: "merPayChannelCfgs", id: before.id, before, after: null });
}

/** Whether a tenant has the channel. */
export const hasChannel = async (ctx: Context, tenantId: number, id: string): Promise<boolean> =>
  (await from(ctx, "channels")
    .select("id")
    .where("id", "=", id)
    .where("tenantId", "=", tenantId)
    .executeTakeFirst()) !== undefined;

/** Whether payers of the merchant, or of one of its apps, are shown an enabled channel. */
export async function hasCheckoutLine(ctx: Pick<Context, "db">, merchantId: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom("merPayChannelCfgs")
    .innerJoin("channels", "channels.id", "merPayChannelCfgs.channelId")
    .select("merPayChannelCfgs.id")
    .where("merPayChannelCfgs.merchantId", "=", merchantId)
    .where("merPayChannelCfgs.status", "=", "enabled")
    .where("merPayChannelCfgs.isOffered", "=", true)
    .where("channels.status", "=", "enabled")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Owner of a checkout: a merchant, or one of its apps. */
export interface CheckoutOwner {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly coinAppId: string | null;
}

/** A checkout channel without its owner. */
type Template = Pick<
  NewRow<"merPayChannelCfgs">,
  "channelId" | "sort" | "currencies" | "countries" | "devices" | "limits"
>;

/** Channels of a tenant that are not disabled, in their order. */
export const everyChannel = async (ctx: Context, tenantId: number): Promise<Template[]> =>
  from(ctx, "channels")
    .select(["id as channelId", "sort"])
    .where("tenantId", "=", tenantId)
    .where("status", "=", "enabled")
    .execute();

/** Checkout channels of a merchant for all its apps, with their conditions. */
export async function linesOf(ctx: Context, merchantId: string): Promise<Template[]> {
  const rows = await from(ctx, "merPayChannelCfgs")
    .select(["channelId", "sort", "currencies", "countries", "devices", "limits"])
    .where("merchantId", "=", merchantId)
    .where("merchantId", "in", from(ctx, "merchants").select("id"))
    .where("coinAppId", "is", null)
    .where("status", "=", "enabled")
    .execute();
  return rows.map(({ limits, ...row }) => ({ ...row, limits: JSON.stringify(limits) }));
}

/** Adds the checkout's missing channels; answers how many. */
export async function addMissing(
  ctx: Context,
  checkout: CheckoutOwner,
  template: readonly Template[],
): Promise<number> {
  let query = from(ctx, "merPayChannelCfgs").select("channelId").where("merchantId", "=", checkout.merchantId);
  query = checkout.coinAppId ? query.where("coinAppId", "=", checkout.coinAppId) : query.where("coinAppId", "is", null);
  const present = new Set((await query.execute()).map(({ channelId }) => channelId));
  const lacking = template.filter(({ channelId }) => channelId && !present.has(channelId));
  for (const line of lacking) await insertLine(ctx, { ...line, ...checkout, id: newId("mpc", ctx.now) });
  return lacking.length;
}
