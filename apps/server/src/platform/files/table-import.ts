import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { type FieldRefusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { findColumn } from "@countinghouse/contract/platform/file-columns.ts";
import { importWords } from "@countinghouse/contract/platform/table-import.messages.ts";
import type { ImportCheck, ImportColumns } from "@countinghouse/contract/platform/table-import.ts";
import type { z } from "zod";
import type { Context } from "../http/context.ts";
import { parseRow } from "../http/parse-input.ts";
import { buildTranslator } from "../http/translate.ts";
import { type FileRow, UnreadableFile } from "./file-parts.ts";
import { type TableLines, tableLines } from "./table-lines.ts";

/** A row that is refused, and why. */
export type ImportFault = ImportCheck["faults"][number];

/** Refused rows that are named; the rest is counted. */
const namedMax = 200;

/** Where the columns of a table stand; absent where it has none of a name. */
export interface ImportHeader<Column extends string> {
  readonly width: number;
  readonly at: Readonly<Partial<Record<Column, number>>>;
}

/** The columns of a table by its headings, or the first that is needed and missing. */
export function headerOf<Column extends string>(
  { columns, needed }: Pick<ImportColumns<Column>, "columns" | "needed">,
  cells: readonly string[],
): ImportHeader<Column> | { readonly missing: Column } {
  const found = (Object.keys(columns) as Column[]).flatMap((column) => {
    const at = findColumn(column, columns[column], cells);
    return at < 0 ? [] : [[column, at] as const];
  });
  const at = Object.fromEntries(found) as ImportHeader<Column>["at"];
  const missing = needed.find((column) => at[column] === undefined);
  return missing ? { missing } : { width: cells.length, at };
}

/** What a row says, by column. Empty cells of columns that the table has say "none"; columns it lacks say nothing. */
export function valuesOf<Column extends string>(
  { at }: ImportHeader<Column>,
  cells: readonly string[],
  integers: readonly Column[],
): Readonly<Record<string, unknown>> {
  const told = (Object.entries(at) as [Column, number][]).map(([column, place]) => {
    const text = (cells[place] ?? "").trim();
    if (integers.includes(column)) return [column, text === "" ? undefined : Number(text)];
    return [column, text === "" ? null : text];
  });
  return Object.fromEntries(told);
}

/** A row as it was read, with its number in the file. */
export interface ImportedRow<Told> {
  readonly row: number;
  readonly told: Told;
}

interface ReadTable<Told> {
  readonly read: readonly ImportedRow<Told>[];
  readonly faults: readonly ImportFault[];
}

/** How a table is read: whose records it holds, what its columns are, and what a row has to be. */
export interface ImportPlan<Column extends string, S extends z.ZodType> {
  readonly resource: Resource;
  readonly table: ImportColumns<Column>;
  readonly schema: S;
  readonly locale: Locale;
  /** How a cell has to be written, in words, where its schema says so. */
  howWritten(schema: z.ZodType, locale: Locale): string | undefined;
}

/** Reads a table that came whole, and judges each of its rows by itself. Refuses what is no table with the columns. */
export async function readImport<Column extends string, S extends z.ZodType>(
  data: string,
  { resource, table, schema, locale, howWritten }: ImportPlan<Column, S>,
): Promise<ReadTable<z.output<S>>> {
  const { header, lines } = await linesOf(data, { resource, table, locale });
  const translator = buildTranslator([resource]);
  const read: ImportedRow<z.output<S>>[] = [];
  const faults: ImportFault[] = [];
  const shape = (schema as unknown as { readonly shape?: Readonly<Record<string, z.ZodType>> }).shape ?? {};
  /** Why a cell cannot be taken, by its heading: that it is empty, how it has to be written, or what its schema says. */
  const reasonOf = ({ field, message }: FieldRefusal, values: Readonly<Record<string, unknown>>): string => {
    const said = (shape[field] && howWritten(shape[field], locale)) || message;
    const label = table.columns[field as Column]?.text[locale] ?? field;
    return `${label}: ${values[field] === null ? importWords[locale].text.cellEmpty : said}`;
  };
  for (const { row, cells } of lines) {
    const values = valuesOf(header, cells, table.integers);
    const code = String(values[table.key] ?? "");
    if (cells.length !== header.width) {
      faults.push({ row, code, reason: importWords[locale].text.columnsDiffer });
      continue;
    }
    const parsed = parseRow(schema, values, locale, translator);
    if ("value" in parsed) read.push({ row, told: parsed.value });
    else {
      const [first] = parsed.faults;
      if (first) faults.push({ row, code, reason: reasonOf(first, values) });
    }
  }
  return { read, faults };
}

async function linesOf<Column extends string>(
  data: string,
  { resource: { name }, table: plan, locale }: Pick<ImportPlan<Column, z.ZodType>, "resource" | "table" | "locale">,
): Promise<{ header: ImportHeader<Column>; lines: readonly FileRow[] }> {
  const { rowsMax } = plan;
  let table: TableLines;
  try {
    table = await tableLines(Buffer.from(data, "base64"), { locale, rowsMax });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.failure === "tooManyRows") throw refuse(`${name}.tooManyRows`, { limit: rowsMax });
    throw refuse(`${name}.unreadable`, { row: error.row });
  }
  const { heading, below } = table;
  if (!heading || below.length === 0) throw refuse(`${name}.emptyFile`);
  const header = headerOf(plan, heading.cells);
  if ("missing" in header) throw refuse(`${name}.columnMissing`, { column: plan.columns[header.missing].text[locale] });
  return { header, lines: below };
}

/** A file whose rows were judged: those that can be imported, how many of them change a record, and why others are refused. */
export interface JudgedTable<Row> {
  readonly placed: readonly Row[];
  readonly changed?: number;
  readonly faults: readonly ImportFault[];
}

interface ImportSteps<Row> {
  /** Locks what the judgement depends on, before rows are imported. */
  lock?(ctx: Context): Promise<unknown>;
  judge(ctx: Context, data: string): Promise<JudgedTable<Row>>;
  /** Writes rows that can be imported, in their order. */
  take(ctx: Context, placed: readonly Row[]): Promise<void>;
}

interface Uploaded {
  readonly data: string;
}

/**
 * Answers `importCheck` and `import` of a resource that has the contract's `importOperations`. Refuses to import while
 * rows are refused that nobody left out, and where no row is left.
 */
export function importHandlers<Row>(
  { name }: Resource,
  { lock = async () => undefined, judge, take }: ImportSteps<Row>,
) {
  const countsOf = ({ placed, changed = 0 }: JudgedTable<Row>) => ({ added: placed.length - changed, changed });
  return {
    importCheck: async (ctx: Context, { data }: Uploaded): Promise<ImportCheck> => {
      const judged = await judge(ctx, data);
      const faults = [...judged.faults].sort((a, b) => a.row - b.row).slice(0, namedMax);
      return { ...countsOf(judged), faults, faultCount: judged.faults.length };
    },
    import: async (ctx: Context, { data, leaveOutRefused }: Uploaded & { readonly leaveOutRefused: boolean }) => {
      await lock(ctx);
      const judged = await judge(ctx, data);
      const leftOut = judged.faults.length;
      if (leftOut > 0 && !leaveOutRefused) throw refuse(`${name}.rowsRefused`, { count: leftOut });
      if (judged.placed.length === 0) throw refuse(`${name}.nothingToImport`);
      await take(ctx, judged.placed);
      return { ...countsOf(judged), leftOut };
    },
  };
}
