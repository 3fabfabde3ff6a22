import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { PriceTable, SealedRow } from "./row-seal.ts";
import { sealedColumns } from "./sealed-columns.ts";

type Db = Kysely<Tables>;

/** A pricing row with its stored seal. */
export type PriceRow<T extends PriceTable = PriceTable> = SealedRow<T> & {
  readonly id: string | number;
  readonly seal: string | null;
};

/** Rows sealed per statement. */
const batch = 500;

const idType = { feeRules: "text", accountTerms: "text", rates: "bigint" } as const;

/**
 * Seals rows of a table that have no seal, as they are: the given ones, which the caller knows to be written by this
 * installation, or all. Answers how many.
 */
export async function sealPrices<T extends PriceTable>(
  db: Db,
  table: T,
  sealOf: (row: SealedRow<T>) => string,
  ids?: readonly (string | number)[],
): Promise<number> {
  const of = sql.raw(idType[table]);
  const named = ids ? sql`AND id = ANY(${[...ids]}::${of}[])` : sql``;
  const columns = sql.join([...new Set(["id", ...sealedColumns[table]])].map((name) => sql.ref(name)));
  let sealed = 0;
  for (;;) {
    const { rows } = await sql<PriceRow<T>>`
      SELECT ${columns} FROM ${sql.table(table)} WHERE seal IS NULL ${named} ORDER BY id LIMIT ${batch} FOR UPDATE`.execute(
      db,
    );
    if (rows.length > 0)
      await sql`
        UPDATE ${sql.table(table)} AS t SET seal = s.seal
          FROM unnest(${rows.map(({ id }) => id)}::${of}[], ${rows.map(sealOf)}::text[]) AS s (id, seal)
         WHERE t.id = s.id`.execute(db);
    sealed += rows.length;
    if (rows.length < batch) return sealed;
  }
}

/** The next rows of a table by id: those of a tenant, or all of a table without tenants. */
export async function priceRowsAfter<T extends PriceTable>(
  db: Db,
  table: T,
  tenantId: number,
  after: string | number | undefined,
): Promise<PriceRow<T>[]> {
  const of = sql.raw(idType[table]);
  const names = [...new Set(["id", ...sealedColumns[table], "seal"])];
  const own = table === "rates" ? sql`true` : sql`tenant_id = ${tenantId}`;
  const from = after === undefined ? sql`true` : sql`id > ${after}::${of}`;
  const { rows } = await sql<PriceRow<T>>`
    SELECT ${sql.join(names.map((name) => sql.ref(name)))} FROM ${sql.table(table)}
     WHERE ${own} AND ${from} ORDER BY id LIMIT ${batch}`.execute(db);
  return rows;
}
