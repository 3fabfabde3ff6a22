import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import { sql } from "kysely";
import { from, type ScopeContext } from "../../../platform/db/scoped.ts";
import type { CheckoutLine } from "./routing.offer.policy.ts";

/** Every channel in the checkout of a merchant and its apps, with the state of the channels at an instant. */
export async function readCheckout(ctx: ScopeContext, merchantId: string, at: Date): Promise<readonly CheckoutLine[]> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const rows = await from(ctx, "merPayChannelCfgs")
    .innerJoin("channels", "channels.id", "merPayChannelCfgs.channelId")
    .innerJoin("paymentMethods", "paymentMethods.id", "channels.paymentMethodId")
    .where("merPayChannelCfgs.merchantId", "=", merchantId)
    .where("merPayChannelCfgs.merchantId", "in", from(ctx, "merchants").select("id"))
    .select([
      "merPayChannelCfgs.coinAppId",
      "merPayChannelCfgs.sort",
      "merPayChannelCfgs.isOffered",
      "merPayChannelCfgs.status",
      "merPayChannelCfgs.devices",
      "merPayChannelCfgs.currencies",
      "merPayChannelCfgs.countries",
      "merPayChannelCfgs.limits",
      "channels.id as channelId",
      "channels.channelCode",
      "channels.name as channelName",
      "channels.checkoutLabel",
      "channels.maintenanceMessage",
      "channels.currencies as channelCurrencies",
      "channels.countries as channelCountries",
      "channels.limits as channelLimits",
      "paymentMethods.code as method",
      "paymentMethods.status as methodStatus",
      "paymentMethods.category",
      "paymentMethods.nameEn",
      "paymentMethods.nameZhCn",
      "paymentMethods.nameZhTw",
      sql<"enabled" | "maintenance" | "disabled">`CASE WHEN channels.status = 'enabled'
        AND channels.maintenance_from <= ${now} AND channels.maintenance_to > ${now}
        THEN 'maintenance' ELSE channels.status END`.as("channelStatus"),
    ])
    .execute();
  return rows.map((row) => ({
    appId: row.coinAppId,
    channelId: row.channelId,
    channelCode: row.channelCode,
    channelName: row.channelName,
    channelStatus: row.channelStatus,
    method: row.method,
    methodStatus: row.methodStatus,
    category: row.category,
    label: labelOf(row),
    message: row.maintenanceMessage,
    sort: row.sort,
    isOffered: row.isOffered,
    status: row.status,
    devices: row.devices,
    conditions: [
      { currencies: row.currencies, countries: row.countries, limits: row.limits },
      { currencies: row.channelCurrencies, countries: row.channelCountries, limits: row.channelLimits },
    ],
  }));
}

interface Named {
  readonly checkoutLabel: Partial<LocalizedText> | null;
  readonly nameEn: string;
  readonly nameZhCn: string;
  readonly nameZhTw: string;
}

/** What the payer reads: the channel's label, or the method's name where it has none in a language. */
const labelOf = ({ checkoutLabel, nameEn, nameZhCn, nameZhTw }: Named): LocalizedText => ({
  en: checkoutLabel?.en ?? nameEn,
  "zh-cn": checkoutLabel?.["zh-cn"] ?? nameZhCn,
  "zh-tw": checkoutLabel?.["zh-tw"] ?? nameZhTw,
});
