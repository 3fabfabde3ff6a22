import type { LocaleNames } from "@countinghouse/contract/names.ts";
import type { Insertable, Selectable } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { CoinAppRow } from "./coin-app.store.ts";

type Reading = Pick<Context, "db">;
type LogoRow = Selectable<Tables["appLogos"]>;
type NewLogo = Pick<Insertable<Tables["appLogos"]>, "contentType" | "content" | "checksum">;

/** An app's branding on payer pages. */
export interface AppBrand {
  readonly payerNames: LocaleNames | null;
  readonly brandColor: string | null;
  /** Checksum of the logo; null where there is none. */
  readonly logoChecksum: string | null;
}

/** Branding of an app, for a payer who reached it by one of its orders. */
export const brandOfApp = ({ db }: Reading, appId: string): Promise<AppBrand | undefined> =>
  db
    .selectFrom("coinApps")
    .leftJoin("appLogos", "appLogos.appId", "coinApps.id")
    .select(["coinApps.payerNames", "coinApps.brandColor", "appLogos.checksum as logoChecksum"])
    .where("coinApps.id", "=", appId)
    .executeTakeFirst();

export const logoOfApp = ({ db }: Reading, appId: string): Promise<LogoRow | undefined> =>
  db.selectFrom("appLogos").selectAll().where("appId", "=", appId).executeTakeFirst();

const told = (logo: NewLogo | undefined) => logo && { checksum: logo.checksum, contentType: logo.contentType };

/** Stores the logo of an app, replacing the previous one. */
export async function saveLogo(ctx: Context, { id, tenantId, merchantId }: CoinAppRow, logo: NewLogo): Promise<void> {
  const before = await logoOfApp(ctx, id);
  const values = { ...logo, updateTime: ctx.now.toISOString() };
  await ctx.db
    .insertInto("appLogos")
    .values({ ...values, appId: id, tenantId, merchantId })
    .onConflict((conflict) => conflict.column("appId").doUpdateSet(values))
    .execute();
  ctx.recordChange({ table: "appLogos", id, before: told(before) ?? null, after: told(logo) ?? null });
}

export async function removeLogo(ctx: Context, id: string): Promise<void> {
  const before = await logoOfApp(ctx, id);
  if (!before) return;
  await ctx.db.deleteFrom("appLogos").where("appId", "=", id).execute();
  ctx.recordChange({ table: "appLogos", id, before: told(before) ?? null, after: null });
}
