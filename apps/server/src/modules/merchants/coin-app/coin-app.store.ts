import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type CoinApp, coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { type Selectable, sql, type Updateable } from "kysely";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { change, from, insert, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import { assertFresh, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../merchant/index.ts";

export type CoinAppRow = Selectable<Tables["coinApps"]>;

/** Keys that accept calls now. */
const keysInUse = (now: Date) => sql<number>`(
  SELECT count(*)::int FROM app_keys k
   WHERE k.app_id = coin_apps.id AND k.is_enabled AND k.secret_sealed IS NOT NULL AND coin_apps.status = 'enabled'
     AND (k.expire_time IS NULL OR k.expire_time > ${now.toISOString()}))`;
const lastUsed = sql<string | null>`(SELECT max(k.last_used_time) FROM app_keys k WHERE k.app_id = coin_apps.id)`;

/** Apps of the merchants in the actor's scope. */
export const describedApps = (ctx: Context) =>
  from(ctx, "coinApps")
    .innerJoin("merchants", "merchants.id", "coinApps.merchantId")
    .where(merchantInReach(ctx))
    .selectAll("coinApps")
    .select(["merchants.name as merchantName", keysInUse(ctx.now).as("keysInUse"), lastUsed.as("lastUsedTime")]);

/** Both keys of an app in both modes, searchable by a part of one. */
const allKeys = sql`(SELECT string_agg(k.app_key || ' ' || k.publishable_key, ' ') FROM app_keys k
  WHERE k.app_id = coin_apps.id)`;

/** Answers page, detail and export. */
export const apps = recordOperations({
  table: "coinApps",
  resource: coinApp,
  describe: describedApps,
  columns: { merchantName: sql.ref("merchants.name"), appKey: allKeys },
});

export const findApp = (ctx: Context, id: string): Promise<CoinApp> => apps.detail(ctx, { id });

/** At most 1000 apps, by name. */
export function listApps(
  ctx: Context,
  { merchantId, ...asked }: LookupInput & { readonly merchantId?: string | null | undefined },
) {
  let query = from(ctx, "coinApps")
    .select(["id", "name", "appNo", "merchantId"])
    .where("merchantId", "in", from(ctx, "merchants").select("id"))
    .orderBy("name")
    .orderBy("id");
  if (merchantId) query = query.where("merchantId", "=", merchantId);
  return whereLookup(query, asked, { id: "id", texts: ["name", "appNo"] }).execute();
}

/** Reads an app in scope and locks it for this command; refuses a stale version. */
export async function lockApp(ctx: Context, id: string, version?: number | null): Promise<CoinAppRow> {
  const row = await from(ctx, "coinApps")
    .selectAll()
    .where("id", "=", id)
    .where("merchantId", "in", from(ctx, "merchants").select("id"))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("coinApp", id);
  assertFresh(coinApp, version, row.version);
  return row;
}

export const insertApp = (ctx: Context, values: NewRow<"coinApps">): Promise<CoinAppRow> =>
  insert(ctx, "coinApps", values);

export async function changeApp(
  ctx: Context,
  before: CoinAppRow,
  values: Updateable<Tables["coinApps"]>,
): Promise<void> {
  const after = await change(ctx, "coinApps")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "coinApps", id: before.id, before, after });
}
