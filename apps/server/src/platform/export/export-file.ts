import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import Cursor from "pg-cursor";
import { connectionConfig } from "../db/pool.ts";
import type { Tables } from "../db/tables.ts";
import type { ExportColumn } from "./export-columns.ts";
import { literalSql } from "./literal-sql.ts";
import { writeWorkbook } from "./xlsx.ts";

/** A compilable query whose cells are text already. */
export type CellQuery = Parameters<typeof literalSql>[1];

/** Counts the rows that were written. */
export interface RowCount {
  rows: number;
}

const byteOrderMark = "\uFEFF";
const batchRows = 500;
/** Statement timeout of an export, in milliseconds: a longer transaction would hold back vacuum. */
const statementMs = 300_000;
const lineFeed = 10;

/** Keeps every value as the text the database sends: cells are not parsed again. */
const asText: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text };

/**
 * Opens a dedicated connection for one export: rows stream through it for minutes, and closing it cancels them. The
 * export reads one snapshot.
 */
export async function withExportConnection<R>(
  url: string,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = new pg.Client({ ...connectionConfig(url), types: asText, application_name: "countinghouse-export" });
  const cut = () => void client.end().catch(() => {});
  client.on("error", () => {});
  signal.throwIfAborted();
  signal.addEventListener("abort", cut, { once: true });
  try {
    await client.connect();
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(`SET LOCAL statement_timeout = ${statementMs}`);
    await client.query("SET LOCAL datestyle = 'ISO'");
    return await work(client);
  } finally {
    signal.removeEventListener("abort", cut);
    await Promise.race([client.end().catch(() => {}), sleep(1_000, undefined, { ref: false })]);
  }
}

/** Names of a query's columns, found without reading a row. */
export async function columnsOf(client: pg.Client, db: Kysely<Tables>, rows: CellQuery): Promise<ReadonlySet<string>> {
  const { fields } = await client.query(`SELECT * FROM (${literalSql(db, rows)}) AS t LIMIT 0`);
  return new Set(
    fields.map(({ name }) => name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())),
  );
}

/** Row count that the planner estimates, for progress. */
export async function expectedRows(client: pg.Client, db: Kysely<Tables>, rows: CellQuery): Promise<number> {
  const { rows: plans } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN (FORMAT JSON) ${literalSql(db, rows)}`);
  const [plan] = JSON.parse(plans[0]?.["QUERY PLAN"] ?? "[]") as { Plan?: { "Plan Rows"?: number } }[];
  return plan?.Plan?.["Plan Rows"] ?? 0;
}

/** The export as CSV (RFC 4180), streamed out of the server as it is made. */
export async function* csvContent(
  client: pg.Client,
  db: Kysely<Tables>,
  cells: CellQuery,
  columns: readonly ExportColumn[],
  count: RowCount,
): AsyncGenerator<Uint8Array> {
  const heading = columns.map(({ heading: text }) => `"${text.replaceAll('"', '""')}"`).join(",");
  yield Buffer.from(`${byteOrderMark}${heading}\n`);
  const stream = client.query(
    copyTo(`COPY (${literalSql(db, cells)}) TO STDOUT (FORMAT csv, ENCODING 'UTF8')`, { highWaterMark: 1 << 18 }),
  );
  for await (const piece of stream as AsyncIterable<Buffer>) {
    // Approximate, for progress only: line breaks within cells count as well. The server's own count below is exact.
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) count.rows += 1;
    yield piece;
  }
  count.rows = (stream as unknown as { rowCount: number | null }).rowCount ?? count.rows;
}

/** The export as an Office Open XML workbook, read with a cursor. */
export async function* xlsxContent(
  client: pg.Client,
  cells: { compile(): { readonly sql: string; readonly parameters: readonly unknown[] } },
  columns: readonly ExportColumn[],
  title: string,
  count: RowCount,
): AsyncGenerator<Uint8Array> {
  const { sql, parameters } = cells.compile();
  const cursor = client.query(new Cursor(sql, [...parameters], { rowMode: "array", types: asText }));
  async function* batches(): AsyncGenerator<(string | null)[][]> {
    for (;;) {
      const rows = (await cursor.read(batchRows)) as (string | null)[][];
      if (rows.length === 0) return;
      count.rows += rows.length;
      yield rows;
    }
  }
  yield* writeWorkbook(batches(), { title, columns });
}
