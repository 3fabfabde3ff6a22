import { findCardNumbers, hasCardNumber, maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";
import pg from "pg";

const rowsMax = 5_000;

const tablesQuery = `
  SELECT format('%I.%I', table_schema, table_name) AS "table" FROM information_schema.tables
   WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`;

/** The texts of a value, names of members included, each on its own. */
function textsOf(value: unknown): string[] {
  if (Buffer.isBuffer(value)) return [value.toString("utf8"), value.toString("latin1")];
  if (value instanceof Date || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === "object") return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)]);
  return [String(value)];
}

/** In a file that somebody imports, shorter runs of digits are amounts and numbers of their own. */
const isAmountOfFile = (place: string, digits: string): boolean =>
  place.startsWith("public.stored_file_pieces.") && digits.length < 15;

/** Texts without a card number, so that those of the template are read once and not in every clone. Only so many. */
const clean = new Set<string>();
const cleanMax = 50_000;

/** Where a text holds a card number, with the number masked. */
export const cardNumbersIn = (place: string, value: unknown): string[] =>
  textsOf(value).flatMap((text) => {
    if (clean.has(text)) return [];
    const numbers = findCardNumbers(text);
    if (numbers.length === 0) {
      if (hasCardNumber(text)) return [`${place}: in escapes`];
      if (clean.size < cleanMax) clean.add(text);
    }
    return numbers
      .filter(({ digits }) => !isAmountOfFile(place, digits))
      .map(({ digits }) => `${place}: ${maskCardNumbers(digits)}`);
  });

/** Where card numbers lie in a database: every column of every table, whatever its type, those of jobs included. */
export async function cardNumbersInDatabase(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: all } = await client.query<{ table: string }>(tablesQuery);
    // Most are empty, and every suite looks: they are told in one go.
    const filled = all.map(({ table }) => `SELECT '${table}' AS "table" WHERE EXISTS (SELECT FROM ${table})`);
    const { rows: tables } = await client.query<{ table: string }>(filled.join(" UNION ALL "));
    const found: string[] = [];
    for (const { table } of tables) {
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${table} LIMIT ${rowsMax}`);
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) found.push(...cardNumbersIn(`${table}.${column}`, value));
    }
    return [...new Set(found)];
  } finally {
    await client.end();
  }
}
