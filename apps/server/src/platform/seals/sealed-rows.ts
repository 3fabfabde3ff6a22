import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";
import { asJson } from "../db/json-columns.ts";
import { updateStamps } from "../db/scoped.ts";
import { factsOf, type Tables } from "../db/tables.ts";
import type { Context } from "../http/context.ts";
import type { SealedRow } from "./row-seal.ts";
import { type SealedTable, sealedColumns } from "./sealed-columns.ts";

/** A sealed table whose rows have an owner, an id and a version. */
type KeptTable = {
  [T in SealedTable]: Selectable<Tables[T]> extends {
    readonly id: string;
    readonly merchantId: string | null;
    readonly tenantId: number;
    readonly version: number;
    readonly seal: string | null;
  }
    ? T
    : never;
}[SealedTable];

interface KeptColumns {
  readonly id: string;
  readonly merchantId: string | null;
  readonly tenantId: number;
  readonly version: number;
  readonly seal: string | null;
}

/** Accepts a value in its read form as well as in the driver's text form. */
type SealedValues<Write, Read> = {
  [C in keyof Write]: C extends keyof Read ? Write[C] | UnchangingColumns<Read[C]> : Write[C];
};
type UnchangingColumns<Value> = Value extends readonly (infer Each)[] ? readonly Each[] : Value;

/** Values of a new row. A sealed column may be left out only if the database leaves it null. */
export type NewSealed<T extends KeptTable> = Omit<SealedValues<Insertable<Tables[T]>, Selectable<Tables[T]>>, "seal">;
/** Changes to a row; version and seal are derived. */
export type SealedChange<T extends KeptTable> = Omit<
  SealedValues<Updateable<Tables[T]>, Selectable<Tables[T]>>,
  "seal" | "version"
>;

/** Which page is notified of a change. */
interface RowWrite {
  readonly topic: string;
  readonly permission: string;
}

/**
 * Writes rows of a sealed table: with the seal, the audit record of before and after, and an event for the pages that
 * show them. The caller has read the row and thereby checked its scope.
 */
export function sealedRows<T extends KeptTable>(table: T, telling?: RowWrite) {
  const tell = async (ctx: Context, { id, merchantId, tenantId }: KeptColumns): Promise<void> => {
    if (!telling) return;
    const { topic, permission } = telling;
    const audience = { tenantId, ...(merchantId === null ? {} : { merchantId }), permission };
    await ctx.emit({ topic, payload: { id }, audience });
  };
  const empty = Object.fromEntries(sealedColumns[table].map((column) => [column, null]));
  return {
    /** Adds a row with its seal. */
    insert: async (ctx: Context, values: NewSealed<T>): Promise<Selectable<Tables[T]>> => {
      const seal = ctx.seals.made(table, { ...empty, version: 1, ...values } as SealedRow<T>);
      const row = await ctx.db
        .insertInto(table as KeptTable)
        .values(asJson(table, { ...values, seal }) as never)
        .returningAll()
        .executeTakeFirstOrThrow();
      ctx.recordChange({ table, id: row.id, before: null, after: row });
      await tell(ctx, row);
      return row as Selectable<Tables[T]>;
    },
    /** Changes a row that the caller holds locked; a row that somebody altered keeps the seal that does not match. */
    update: async (
      ctx: Context,
      before: Selectable<Tables[T]>,
      values: SealedChange<T>,
    ): Promise<Selectable<Tables[T]>> => {
      const { id, merchantId, version } = before as KeptColumns;
      const stamps = factsOf(table).audited ? updateStamps(ctx) : {};
      const changed = { ...values, ...stamps, version: version + 1 };
      const sealed = await ctx.seals.changed(ctx.db, table, before as SealedRow<T> & KeptColumns, changed);
      const after = await ctx.db
        .updateTable(table as KeptTable)
        .set(asJson(table, { ...changed, ...sealed }) as never)
        .where(sql<boolean>`merchant_id ${merchantId === null ? sql`IS NULL` : sql`= ${merchantId}`}`)
        .where(sql<boolean>`id = ${id}`)
        .returningAll()
        .executeTakeFirstOrThrow();
      ctx.recordChange({ table, id, before: before as object, after });
      await tell(ctx, after);
      return after as Selectable<Tables[T]>;
    },
  };
}
