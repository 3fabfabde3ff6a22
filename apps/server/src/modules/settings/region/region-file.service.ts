import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRegionMessages } from "@countinghouse/contract/settings/region/region.messages.ts";
import { RegionRow, regionFileRowsMax, sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { regionColumns } from "@countinghouse/contract/settings/region/region-columns.ts";
import type { RegionLevel as RegionLevels } from "@countinghouse/contract/settings/region/region-level.ts";
import { withoutUndefined } from "../../../platform/db/without-undefined.ts";
import { type FileRow, UnreadableFile } from "../../../platform/files/file-parts.ts";
import { type TableLines, tableLines } from "../../../platform/files/table-lines.ts";
import type { Context } from "../../../platform/http/context.ts";
import { parseRow } from "../../../platform/http/parse-input.ts";
import { buildTranslator } from "../../../platform/http/translate.ts";
import { changeRegion, insertRegion, lockByCode, lockTree, readKnown } from "./region.store.ts";
import { headerOf, type PlacedRow, place, type RegionHeader, valuesOf } from "./region-file.policy.ts";

type Operations = typeof sysRegion.operations;
type Uploaded = InputOf<Operations["importCheck"]>;
type RegionLevel = ValueOf<typeof RegionLevels>;
type Fault = ResultOf<Operations["importCheck"]>["faults"][number];

/** Refused rows that are named; the rest is counted. */
const namedMax = 200;
const translator = buildTranslator([sysRegion]);

/** The rows of a file below its heading, and where the heading says that its columns stand. */
async function readLines(ctx: Context, data: string): Promise<{ header: RegionHeader; lines: readonly FileRow[] }> {
  const { locale } = ctx.request;
  let table: TableLines;
  try {
    table = await tableLines(Buffer.from(data, "base64"), { locale, rowsMax: regionFileRowsMax });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.failure === "tooManyRows") throw refuse("sysRegion.tooManyRows", { limit: regionFileRowsMax });
    throw refuse("sysRegion.unreadable", { row: error.row });
  }
  const { heading, below } = table;
  if (!heading || below.length === 0) throw refuse("sysRegion.emptyFile");
  const header = headerOf(heading.cells);
  if ("missing" in header)
    throw refuse("sysRegion.columnMissing", { column: regionColumns[header.missing].text[locale] });
  return { header, lines: below };
}

interface JudgedFile {
  readonly placed: readonly PlacedRow[];
  readonly faults: readonly Fault[];
  readonly known: ReadonlyMap<string, unknown>;
}

/** Looks at every row: what it would become, or why it is refused. */
async function judge(ctx: Context, { data }: Uploaded): Promise<JudgedFile> {
  const { locale } = ctx.request;
  const { text } = sysRegionMessages[locale];
  const { header, lines } = await readLines(ctx, data);
  const faults: Fault[] = [];
  const read: { row: number; told: RegionRow }[] = [];
  for (const { row, cells } of lines) {
    const values = valuesOf(header, cells);
    const code = String(values.code ?? "");
    if (cells.length !== header.width) {
      faults.push({ row, code, reason: text.columnsDiffer });
      continue;
    }
    const parsed = parseRow(RegionRow, values, locale, translator);
    if ("value" in parsed) read.push({ row, told: parsed.value });
    else {
      const [first] = parsed.faults;
      const label = translator.fieldLabel("sysRegion", first?.field ?? "", locale);
      faults.push({ row, code, reason: `${label}: ${first?.message ?? ""}` });
    }
  }
  const codes = read.flatMap(({ told }) => [told.code, told.parentCode ?? told.code]);
  const known = new Map((await readKnown(ctx, [...new Set(codes)])).map((one) => [one.code, one]));
  const { placed, misplaced } = place(read, known);
  const said = { ...text, tooDeep: sysRegionMessages[locale].refusals.tooDeep };
  for (const { row, told } of read) {
    const why = misplaced.get(row);
    if (why) faults.push({ row, code: told.code, reason: said[why].replace("{name}", told.name) });
  }
  return { placed, known, faults: faults.sort((a, b) => a.row - b.row) };
}

export async function checkRegionFile(ctx: Context, input: Uploaded): Promise<ResultOf<Operations["importCheck"]>> {
  const { placed, faults, known } = await judge(ctx, input);
  const changed = placed.filter(({ told }) => known.has(told.code)).length;
  return { added: placed.length - changed, changed, faults: faults.slice(0, namedMax), faultCount: faults.length };
}

export async function importRegionFile(
  ctx: Context,
  input: InputOf<Operations["import"]>,
): Promise<ResultOf<Operations["import"]>> {
  await lockTree(ctx);
  const { placed, faults } = await judge(ctx, input);
  if (faults.length > 0 && !input.leaveOutRefused) throw refuse("sysRegion.rowsRefused", { count: faults.length });
  if (placed.length === 0) throw refuse("sysRegion.nothingToImport");
  const codes = placed.flatMap(({ told: { code, parentCode } }) => [code, parentCode ?? code]);
  const present = new Map((await lockByCode(ctx, [...new Set(codes)])).map((row) => [row.code, row]));
  let added = 0;
  for (const { told, level } of placed) {
    const { parentCode, ...values } = told;
    const before = present.get(told.code);
    if (before) await changeRegion(ctx, before, withoutUndefined(values));
    else {
      const pid = (parentCode && present.get(parentCode)?.id) || 0;
      present.set(told.code, await insertRegion(ctx, { ...values, pid, level: level as RegionLevel }));
      added += 1;
    }
  }
  return { added, changed: placed.length - added, leftOut: faults.length };
}
