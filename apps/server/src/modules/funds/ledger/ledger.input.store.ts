import { type Kysely, sql } from "kysely";
import { factsOf, type Tables } from "../../../platform/db/tables.ts";
import { type InputTable, inputColumns, inputTables, type TracedRow } from "./ledger.input.policy.ts";

type Db = Kysely<Tables>;

/** Rows read, or recorded in the audit trail, at once. */
export const inputsAtOnce = 200;

/** Rows of a pricing-input table by id, some at a time; `isHeld` locks them. */
export async function inputRowsAfter(
  db: Db,
  table: InputTable,
  after: string | number | undefined,
  { isHeld = false } = {},
): Promise<TracedRow[]> {
  const columns = sql.join(["id", ...inputColumns[table]].map((name) => sql.ref(name)));
  const from = after === undefined ? sql`true` : sql`id > ${after}`;
  const { rows } = await sql<Record<string, unknown> & { id: string | number }>`
    SELECT ${columns} FROM ${sql.table(table)} WHERE ${from} ORDER BY id LIMIT ${inputsAtOnce} ${isHeld ? sql`FOR SHARE` : sql``}`.execute(
    db,
  );
  return rows.map(({ id, ...values }) => ({ table, id, values }));
}

/** Which of these columns hold JSON. */
export const jsonOf = (table: InputTable): readonly string[] => factsOf(table).json ?? [];

/** Rows of these tables that the audit trail knows, as `table id`. */
export async function tracedRows(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT (c ->> 'table') || ' ' || (c ->> 'id') AS name
      FROM audit_entries e CROSS JOIN LATERAL jsonb_array_elements(e.changes) AS c
     WHERE c ->> 'table' = ANY(${[...inputTables]}::text[]) AND c ->> 'isRead' IS NULL`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
