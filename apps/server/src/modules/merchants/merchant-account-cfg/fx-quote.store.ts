import type { Insertable, Selectable } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type FxQuoteRow = Selectable<Tables["fxQuotes"]>;
type Named = Pick<FxQuoteRow, "merchantId" | "id">;
/** One of real money or of tests. */
type Placed = Named & Pick<FxQuoteRow, "mode">;

/** What a new quote says; nobody has used it. */
export type NewQuote = Omit<Insertable<Tables["fxQuotes"]>, "seal" | "rateIds" | "mode"> &
  Pick<FxQuoteRow, "mode" | "rateIds">;

/** Adds a quote under its seal. */
export const insertQuote = ({ db, seals }: Pick<Context, "db" | "seals">, row: NewQuote): Promise<FxQuoteRow> => {
  const seal = seals.made("fxQuotes", { ...row, useTime: null, usedBy: null });
  return db
    .insertInto("fxQuotes")
    .values({ ...row, rateIds: JSON.stringify(row.rateIds), seal })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** One of a merchant, of either mode. */
export const readQuote = ({ db }: Pick<Context, "db">, { merchantId, id }: Named): Promise<FxQuoteRow | undefined> =>
  db.selectFrom("fxQuotes").selectAll().where("merchantId", "=", merchantId).where("id", "=", id).executeTakeFirst();

/** One of a merchant in one mode, locked until the end of the transaction. */
export const lockQuote = (
  { db }: Pick<Context, "db">,
  { merchantId, id, mode }: Placed,
): Promise<FxQuoteRow | undefined> =>
  db
    .selectFrom("fxQuotes")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .where("mode", "=", mode)
    .forUpdate()
    .executeTakeFirst();

/** Marks a quote as used, unless somebody did: of two callers at the same moment one gets it. */
export const takeQuote = (
  { db, seals }: Pick<Context, "db" | "seals">,
  before: FxQuoteRow,
  use: { readonly useTime: string; readonly usedBy: string },
): Promise<FxQuoteRow | undefined> =>
  db
    .updateTable("fxQuotes")
    .set({ ...use, seal: seals.made("fxQuotes", { ...before, ...use }) })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .where("useTime", "is", null)
    .returningAll()
    .executeTakeFirst();
