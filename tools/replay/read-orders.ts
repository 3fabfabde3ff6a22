import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { type Mapping, mappingShape, type PlannedRow, planRow, resolveMapping } from "./mapping.ts";
import { fromHere, type Given, Misuse, pairs, positive, usage } from "./options.ts";

async function readMapping({ mapping, column, method, fixed }: Given): Promise<Mapping> {
  const stored: unknown = mapping === undefined ? {} : JSON.parse(await readFile(fromHere(mapping), "utf8"));
  const base = mappingShape.safeParse(stored);
  if (!base.success) throw new Misuse(`The mapping file is not as described: ${base.error.issues[0]?.message}.`);
  const columns = pairs("column", column).map(([field, names]) => [
    field,
    names.includes(",") ? names.split(",") : names,
  ]);
  const merged = mappingShape.safeParse({
    columns: { ...base.data.columns, ...Object.fromEntries(columns) },
    methods: { ...base.data.methods, ...Object.fromEntries(pairs("method", method)) },
    fixed: { ...base.data.fixed, ...Object.fromEntries(pairs("fixed", fixed)) },
  });
  if (!merged.success)
    throw new Misuse(`An option names what is not known: ${merged.error.issues[0]?.path.join(".")}.\n\n${usage}`);
  return merged.data;
}

/** The text of a file that was named. */
export const textOf = (file: string): Promise<string> =>
  readFile(file, "utf8").catch(() => {
    throw new Misuse(`The file ${file} cannot be read.`);
  });

/** A row as it was read, beside the cells that it was read from. */
export interface ReadRow {
  readonly row: PlannedRow;
  readonly cells: Readonly<Record<string, string>>;
}

/** Reads the text of a file as orders, by the mapping that was given. */
export async function planText(text: string, given: Given): Promise<ReadRow[]> {
  const [header = [], ...lines] = parse(text, {
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
  }) as string[][];
  const mapping = resolveMapping(await readMapping(given), header);
  const taken = given.limit === undefined ? lines : lines.slice(0, positive("limit", given.limit));
  return taken.map((line, index) => {
    const cells = Object.fromEntries(header.map((name, at) => [name, line[at] ?? ""]));
    return { row: planRow(mapping, index + 2, cells), cells };
  });
}
