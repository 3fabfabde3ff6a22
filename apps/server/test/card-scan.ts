import { findCardNumbers, hasCardNumber, maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";
import pg from "pg";

const rowsMax = 5_000;

/** Tables that ever had a row: most have none, every suite looks, and a file's size is told without opening the table. */
const tablesQuery = `
  SELECT format('%I.%I', n.nspname, c.relname) AS "table"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind = 'r' AND pg_relation_size(c.oid) > 0
     AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`;

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

/** Tables that were read and hold none, by a digest of their rows: those of the template are read once. */
const cleanTables = new Set<string>();

const digestOf = (table: string): string => `
  SELECT '${table}' AS "table", md5(string_agg(r::text, '')) AS digest FROM (SELECT * FROM ${table} LIMIT ${rowsMax}) r`;

/** Where card numbers lie in a database: every column of every table, whatever its type, those of jobs included. */
export async function cardNumbersInDatabase(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ table: string }>(tablesQuery);
    const { rows: digests } = await client.query<{ table: string; digest: string }>(
      tables.map(({ table }) => digestOf(table)).join(" UNION ALL "),
    );
    const found: string[] = [];
    for (const { table, digest } of digests) {
      const mark = `${table} ${digest}`;
      if (cleanTables.has(mark)) continue;
      const before = found.length;
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${table} LIMIT ${rowsMax}`);
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) found.push(...cardNumbersIn(`${table}.${column}`, value));
      if (found.length === before) cleanTables.add(mark);
    }
    return [...new Set(found)];
  } finally {
    await client.end();
  }
}
