import type { Insertable, Selectable } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type FxQuoteRow = Selectable<Tables["fxQuotes"]>;
type Named = Pick<FxQuoteRow, "merchantId" | "id">;
/** Key of a quote in one mode. */
type Placed = Named & Pick<FxQuoteRow, "mode">;

/** Values of a new, unused quote. */
export type NewQuote = Omit<Insertable<Tables["fxQuotes"]>, "seal" | "rateIds" | "mode"> &
  Pick<FxQuoteRow, "mode" | "rateIds">;

/** Adds a quote with its seal. */
export const insertQuote = ({ db, seals }: Pick<Context, "db" | "seals">, row: NewQuote): Promise<FxQuoteRow> => {
  const seal = seals.made("fxQuotes", { ...row, useTime: null, usedBy: null });
  return db
    .insertInto("fxQuotes")
    .values({ ...row, rateIds: JSON.stringify(row.rateIds), seal })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** A merchant's quote, of either mode. */
export const readQuote = ({ db }: Pick<Context, "db">, { merchantId, id }: Named): Promise<FxQuoteRow | undefined> =>
  db.selectFrom("fxQuotes").selectAll().where("merchantId", "=", merchantId).where("id", "=", id).executeTakeFirst();

/** A merchant's quote in one mode, locked until the end of the transaction. */
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

/** Marks a quote as used unless it already is: of two concurrent callers one succeeds. */
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
