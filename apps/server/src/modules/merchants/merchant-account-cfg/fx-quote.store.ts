import type { Insertable, Selectable } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type FxQuoteRow = Selectable<Tables["fxQuotes"]>;
type Named = Pick<FxQuoteRow, "merchantId" | "id">;

export const insertQuote = (ctx: Pick<Context, "db">, row: Insertable<Tables["fxQuotes"]>): Promise<FxQuoteRow> =>
  ctx.db.insertInto("fxQuotes").values(row).returningAll().executeTakeFirstOrThrow();

export const readQuote = (ctx: Pick<Context, "db">, { merchantId, id }: Named): Promise<FxQuoteRow | undefined> =>
  ctx.db
    .selectFrom("fxQuotes")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Marks a quote as used, unless it was used or has ended: of two callers at the same moment one gets it. */
export const takeQuote = (
  ctx: Pick<Context, "db">,
  { merchantId, id }: Named,
  { now, usedBy }: { readonly now: string; readonly usedBy: string },
): Promise<FxQuoteRow | undefined> =>
  ctx.db
    .updateTable("fxQuotes")
    .set({ useTime: now, usedBy })
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .where("useTime", "is", null)
    .where("expireTime", ">", now)
    .returningAll()
    .executeTakeFirst();
