import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../merchant/index.ts";

/** Days before and after a key's expiry during which it is listed: its shop may not have noticed. */
const noticeDays = 14;

/** Keys in use that expire soon or expired lately: once expired, every call of the shop's server is refused. */
export const expiringKeys = (ctx: Context, mode: "live" | "test"): WaitingQuery => {
  const inDays = (days: number) => new Date(ctx.now.getTime() + days * 86_400_000).toISOString();
  return from(ctx, "appKeys")
    .innerJoin("coinApps", "coinApps.id", "appKeys.appId")
    .innerJoin("merchants", "merchants.id", "appKeys.merchantId")
    .where(merchantInReach(ctx))
    .where("appKeys.mode", "=", mode)
    .where("appKeys.isEnabled", "=", true)
    .where("appKeys.secretSealed", "is not", null)
    .where("coinApps.status", "=", "enabled")
    .where("appKeys.expireTime", ">", inDays(-noticeDays))
    .where("appKeys.expireTime", "<=", inDays(noticeDays))
    .select([
      "appKeys.appKey as id",
      "appKeys.appId as recordId",
      "coinApps.name",
      "appKeys.merchantId",
      "merchants.name as merchantName",
      sql<string>`app_keys.expire_time - make_interval(days => ${sql.lit(noticeDays)})`.as("since"),
      "appKeys.expireTime as due",
      unowned,
    ]);
};
