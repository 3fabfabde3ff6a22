import { channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { type RawBuilder, sql } from "kysely";
import { isForChoosing, ofTenantOf, whereLookup } from "../../../platform/db/lookup-query.ts";
import { from, insert, type NewRow } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";

const nameColumns: Readonly<Record<Locale, string>> = { en: "nameEn", "zh-cn": "nameZhCn", "zh-tw": "nameZhTw" };

/** The name of a joined payment method in the reader's language. */
export const methodName = ({ request }: Pick<Context, "request">) =>
  sql<string>`${sql.ref(`paymentMethods.${nameColumns[request.locale]}`)}`;

/** The status of a joined channel at an instant: under maintenance within its window, unless it is disabled. */
export const channelStatusAt = (at: RawBuilder<unknown>) =>
  sql<"enabled" | "maintenance" | "disabled">`CASE WHEN channels.status = 'enabled'
    AND channels.maintenance_from <= ${at} AND channels.maintenance_to > ${at}
    THEN 'maintenance' ELSE channels.status END`;

/** The instant of a request, for the database to compare with. */
export const instantOf = ({ now }: Pick<Context, "now">) => sql`${now.toISOString()}::timestamptz`;

const plainColumns = [
  "channels.id",
  "channels.channelCode",
  "channels.name",
  "channels.paymentMethodId",
  "channels.gatewayId",
  "channels.currencies",
  "channels.countries",
  "channels.checkoutLabel",
  "channels.sort",
  "channels.limits",
  "channels.recommendedPercent",
  "channels.recommendedFixed",
  "channels.maintenanceFrom",
  "channels.maintenanceTo",
  "channels.maintenanceMessage",
  "channels.remark",
  "channels.version",
  "channels.createTime",
  "channels.createUserName",
  "channels.updateTime",
  "channels.updateUserName",
] as const;

/** Channels in scope, with the names of their references. */
export const describedChannels = (ctx: Context) =>
  from(ctx, "channels")
    .innerJoin("paymentMethods", "paymentMethods.id", "channels.paymentMethodId")
    .leftJoin("gateways", "gateways.id", "channels.gatewayId")
    .select([
      ...plainColumns,
      channelStatusAt(instantOf(ctx)).as("status"),
      "paymentMethods.code as methodCode",
      methodName(ctx).as("methodName"),
      "gateways.name as gatewayName",
      sql<number>`(SELECT count(DISTINCT c.merchant_id)::int FROM mer_pay_channel_cfgs c
         WHERE c.channel_id = channels.id AND c.status = 'enabled' AND c.is_offered)`.as("merchants"),
    ]);

/** Answers page, detail and export. */
export const channels = recordOperations({
  table: "channels",
  resource: channel,
  describe: describedChannels,
  columns: { status: (ctx) => channelStatusAt(instantOf(ctx)), methodCode: sql.ref("paymentMethods.code") },
});

/** Up to 500 channels that are not disabled, in display order. */
export function listChannels(
  ctx: Context,
  { merchantId, ...asked }: LookupInput & { readonly merchantId?: string | null | undefined },
) {
  const query = from(ctx, "channels")
    .innerJoin("paymentMethods", "paymentMethods.id", "channels.paymentMethodId")
    .select(["channels.id", "channels.channelCode", "channels.name", methodName(ctx).as("methodName")])
    .where(ofTenantOf("channels", merchantId))
    .orderBy("channels.sort")
    .orderBy("channels.id");
  const open = isForChoosing(asked) ? query.where("channels.status", "<>", "disabled") : query;
  return whereLookup(open, asked, { id: "channels.id", texts: ["channels.name", "channels.channelCode"] }).execute();
}

/** The first 200 merchants in scope that have the channel in their checkout, by name. */
export const merchantsOf = (ctx: Context, channelId: string) =>
  from(ctx, "merchants")
    .select(["merchants.id as merchantId", "merchants.name", "merchants.merchantNo"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("merPayChannelCfgs")
          .select("merPayChannelCfgs.id")
          .where("merPayChannelCfgs.channelId", "=", channelId)
          .whereRef("merPayChannelCfgs.merchantId", "=", sql.ref("merchants.id")),
      ),
    )
    .orderBy("merchants.name")
    .orderBy("merchants.id")
    .limit(200)
    .execute();

/** Number of merchants with the channel in their checkout, regardless of scope. */
export async function countMerchants({ db }: Context, channelId: string): Promise<number> {
  const { count } = await db
    .selectFrom("merPayChannelCfgs")
    .select(sql<number>`count(DISTINCT merchant_id)::int`.as("count"))
    .where("channelId", "=", channelId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The tenant of a payment method in scope; undefined for one that is not. */
export const methodTenant = async (ctx: Context, id: string): Promise<number | undefined> =>
  (await from(ctx, "paymentMethods").select("tenantId").where("id", "=", id).executeTakeFirst())?.tenantId;

/** Whether a tenant has the gateway. */
export const hasGateway = async (ctx: Context, tenantId: number, id: string): Promise<boolean> =>
  (await from(ctx, "gateways")
    .select("id")
    .where("id", "=", id)
    .where("tenantId", "=", tenantId)
    .executeTakeFirst()) !== undefined;

export const insertChannel = async (ctx: Context, values: NewRow<"channels">): Promise<string> =>
  (await insert(ctx, "channels", values)).id;
