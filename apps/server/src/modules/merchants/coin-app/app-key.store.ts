import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Selectable, sql, type Updateable } from "kysely";
import { prepared } from "../../../platform/db/prepared.ts";
import { change, from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";

export type AppKeyRow = Selectable<Tables["appKeys"]>;
type Mode = AppKeyRow["mode"];

/** The keys of an app, live before test. */
export const keysOf = (ctx: Context, appId: string): Promise<AppKeyRow[]> =>
  from(ctx, "appKeys").selectAll().where("appId", "=", appId).orderBy("mode").execute();

/** The key of an app in one mode, locked for this command. */
export async function lockKey(ctx: Context, appId: string, mode: Mode): Promise<AppKeyRow> {
  const key = await from(ctx, "appKeys")
    .selectAll()
    .where("appId", "=", appId)
    .where("mode", "=", mode)
    .forUpdate()
    .executeTakeFirst();
  if (!key) throw notFound("coinApp", appId);
  return key;
}

export async function insertKey(
  ctx: Context,
  key: Pick<AppKeyRow, "appKey" | "publishableKey" | "mode" | "appId" | "merchantId" | "tenantId" | "isEnabled">,
): Promise<void> {
  const after = await ctx.db.insertInto("appKeys").values(key).returningAll().executeTakeFirstOrThrow();
  ctx.recordChange({ table: "appKeys", id: key.appKey, before: null, after });
}

export async function changeKey(
  ctx: Context,
  before: AppKeyRow,
  values: Updateable<Tables["appKeys"]>,
): Promise<AppKeyRow> {
  const after = await change(ctx, "appKeys")
    .set(values)
    .where("appKey", "=", before.appKey)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "appKeys", id: before.appKey, before, after });
  return after;
}

const callers = (platform: Pick<Platform, "db">) =>
  prepared(platform.db)
    .selectFrom("appKeys")
    .innerJoin("coinApps", "coinApps.id", "appKeys.appId")
    .innerJoin("merchants", "merchants.id", "appKeys.merchantId")
    .selectAll("appKeys")
    .select([
      "coinApps.appNo",
      "coinApps.name",
      "coinApps.status as appStatus",
      "coinApps.defaultCurrency",
      "coinApps.descriptorSuffix",
      "coinApps.returnUrl",
      "coinApps.cancelUrl",
      "coinApps.notifyUrl",
      "coinApps.allowedOrigins",
      "coinApps.maxAttempts",
      "coinApps.orderExpireMinutes",
      "merchants.name as merchantName",
    ]);

/** A key with its app, by the key itself: nobody is signed in yet, so no data scope applies. */
export const readCaller = (platform: Pick<Platform, "db">, appKey: string) =>
  callers(platform).where("appKeys.appKey", "=", appKey).executeTakeFirst();

/** A key with its app, by the publishable key. */
export const readPublisher = (platform: Pick<Platform, "db">, publishableKey: string) =>
  callers(platform).where("appKeys.publishableKey", "=", publishableKey).executeTakeFirst();

/** A key with its app, by the app and the mode. */
export const readKeyOf = (
  platform: Pick<Platform, "db">,
  { appId, mode }: { readonly appId: string; readonly mode: "live" | "test" },
) => callers(platform).where("appKeys.appId", "=", appId).where("appKeys.mode", "=", mode).executeTakeFirst();

/** Whether an enabled app lets pages of this origin call for its payers. */
export async function isOriginOfApp(platform: Pick<Platform, "db">, origin: string): Promise<boolean> {
  const row = await platform.db
    .selectFrom("coinApps")
    .select("id")
    .where(sql<boolean>`allowed_origins @> ARRAY[${origin}]::text[]`)
    .where("status", "=", "enabled")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a use, unless another node did meanwhile. */
export async function noteUse(
  platform: Pick<Platform, "db">,
  appKey: string,
  { now, before }: { readonly now: string; readonly before: string },
): Promise<void> {
  await platform.db
    .updateTable("appKeys")
    .set({ lastUsedTime: now })
    .where("appKey", "=", appKey)
    .where((eb) => eb.or([eb("lastUsedTime", "is", null), eb("lastUsedTime", "<=", before)]))
    .execute();
}
