import { type Kysely, sql } from "kysely";
import { factsOf, type TableName, type Tables } from "../../platform/db/tables.ts";

type Row = Readonly<Record<string, unknown>>;

const inSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What others refer to comes before them. */
const written: readonly TableName[] = [
  "ledgerBooks",
  "coinOrders",
  "coinOrderParticulars",
  "paymentAttempts",
  "captures",
  "orderRefunds",
  "ledgerJournals",
  "ledgerPostings",
  "ledgerBalances",
  "ledgerHolds",
  "settlementBatches",
  "settlementLines",
  "bills",
  "billLines",
  "merDeposits",
  "merDepositMoves",
  "cashouts",
  "payouts",
  "settlementAllocations",
  "merchantVolumes",
  "orderTimeline",
  "merchantEvents",
];

/** Rows of one statement: what they weigh as text stays within some megabytes. */
const rowsAtOnce = 2_000;

/** Rows of a history, written a table at a time when all of them are known. */
export class HistoryRows {
  readonly #tables = new Map<TableName, Row[]>();

  /** Keeps a row; what changes in the same object until {@link write} is written with it. */
  add(table: TableName, row: object): void {
    if (!written.includes(table)) throw new Error(`no place is known for rows of ${table}`);
    const rows = this.#tables.get(table) ?? [];
    rows.push(row as Row);
    this.#tables.set(table, rows);
  }

  /** Writes everything. */
  async write(db: Kysely<Tables>): Promise<void> {
    for (const table of written) {
      const rows = this.#tables.get(table) ?? [];
      // Columns that a row does not name are left to the database, which another row may not want.
      const alike = Map.groupBy(rows, (row) => Object.keys(row).join());
      for (const [, same] of alike)
        for (let from = 0; from < same.length; from += rowsAtOnce)
          await insertAll(db, table, same.slice(from, from + rowsAtOnce));
    }
    this.#tables.clear();
  }
}

/** One statement for many rows: a single parameter, whatever their number. */
async function insertAll(db: Kysely<Tables>, table: TableName, rows: readonly Row[]): Promise<void> {
  const json: readonly string[] = factsOf(table).json ?? [];
  const names = Object.keys(rows[0] ?? {}).map((name) => [name, inSnakeCase(name), json.includes(name)] as const);
  // What is stored as JSON comes written already, or as it is.
  const storedOf = (row: Row, name: string, isJson: boolean): unknown => {
    const value = row[name] ?? null;
    return isJson && typeof value === "string" ? JSON.parse(value) : value;
  };
  const text = JSON.stringify(
    rows.map((row) => Object.fromEntries(names.map(([name, column, isJson]) => [column, storedOf(row, name, isJson)]))),
    (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
  const target = sql.table(inSnakeCase(table));
  const columns = sql.join(names.map(([, column]) => sql.ref(column)));
  await sql`INSERT INTO ${target} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${target}, ${text}::jsonb)`.execute(db);
}
