import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import {
  knownSettings,
  readSetting,
  type SettingCode,
  type SettingValue,
} from "@countinghouse/contract/settings/config/config-settings.ts";
import type { Insertable, Selectable } from "kysely";
import { type ListRequest, pageQuery } from "../../../platform/db/list-query.ts";
import { change, from, updateStamps } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type ConfigRow = Selectable<Tables["configs"]>;

/** Settings of this group form the site's branding: edited together, not one by one. */
export const siteGroup = "WebConfig";

type Reading = Pick<Context, "db">;

/** Values of settings, with defaults where no valid one is stored. */
export async function settingsOf<C extends SettingCode>(
  { db }: Reading,
  codes: readonly C[],
): Promise<{ [K in C]: SettingValue<K> }> {
  const rows = await db.selectFrom("configs").select(["code", "value"]).where("code", "in", codes).execute();
  const stored = new Map(rows.map(({ code, value }) => [code, value]));
  return Object.fromEntries(
    codes.map((code) => {
      const text = stored.get(code);
      const value = text === undefined || text === null ? undefined : readSetting(code, text);
      return [code, value ?? knownSettings[code].default];
    }),
  ) as { [K in C]: SettingValue<K> };
}

/** The value of a setting, with its default where no valid one is stored. Not cached: a change takes effect at once. */
export const settingOf = async <C extends SettingCode>(ctx: Reading, code: C): Promise<SettingValue<C>> =>
  (await settingsOf(ctx, [code]))[code];

/** Settings that are edited one by one. */
export const editableConfigs = (ctx: Context) =>
  from(ctx, "configs")
    .selectAll()
    .where((eb) => eb.or([eb("groupCode", "is", null), eb("groupCode", "<>", siteGroup)]));

export const pageConfigs = (ctx: Context, input: ListRequest) =>
  pageQuery(ctx, editableConfigs(ctx), { spec: sysConfig.operations.page.list, input, nullable: ["groupCode"] });

export function listConfigs(ctx: Context, groupCode: string | null | undefined): Promise<ConfigRow[]> {
  const query = editableConfigs(ctx).orderBy("orderNo").orderBy("id");
  return (groupCode ? query.where("groupCode", "=", groupCode) : query).execute();
}

export async function listGroups(ctx: Context): Promise<string[]> {
  const rows = await from(ctx, "configs")
    .select("groupCode")
    .distinct()
    .where("groupCode", "<>", siteGroup)
    .orderBy("groupCode")
    .execute();
  return rows.flatMap(({ groupCode }) => groupCode ?? []);
}

export const lockConfigs = (ctx: Context, ids: readonly number[]): Promise<ConfigRow[]> =>
  from(ctx, "configs")
    .selectAll()
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();

export async function removeConfigs(ctx: Context, rows: readonly ConfigRow[]): Promise<void> {
  await ctx.db
    .deleteFrom("configs")
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  for (const row of rows) ctx.recordChange({ table: "configs", id: row.id, before: row, after: null });
}

/** Sets a setting by its code; answers false for an unknown one. */
export async function setValue(ctx: Context, code: string, value: string): Promise<boolean> {
  const before = await from(ctx, "configs").selectAll().where("code", "=", code).forUpdate().executeTakeFirst();
  if (!before) return false;
  if (before.value === value) return true;
  const after = await change(ctx, "configs")
    .set({ value, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "configs", id: before.id, before, after });
  return true;
}

type Asset = Selectable<Tables["siteAssets"]>;

/** Stores a file of the site, replacing one with the same name. */
export async function saveAsset(ctx: Context, asset: Insertable<Tables["siteAssets"]>): Promise<void> {
  await ctx.db
    .insertInto("siteAssets")
    .values(asset)
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet(({ ref }) => ({
        contentType: ref("excluded.contentType"),
        content: ref("excluded.content"),
        checksum: ref("excluded.checksum"),
        updateTime: ref("excluded.updateTime"),
      })),
    )
    .execute();
  ctx.recordChange({
    table: "siteAssets",
    id: asset.name,
    before: null,
    after: { checksum: asset.checksum, contentType: asset.contentType },
  });
}

export const findAsset = ({ db }: Reading, name: string): Promise<Asset | undefined> =>
  db.selectFrom("siteAssets").selectAll().where("name", "=", name).executeTakeFirst();
