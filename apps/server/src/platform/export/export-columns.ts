import { type FieldFacts, factsOf } from "@countinghouse/contract/kit/field.ts";
import { type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import { idFieldOf, nameFieldOf } from "@countinghouse/contract/kit/reference.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { doerIdField } from "@countinghouse/contract/platform/doer-field.ts";
import { type SeededKind, seededKindOf, seededLabels } from "@countinghouse/contract/platform/seeded-names.ts";
import { formulaPlace } from "@countinghouse/contract/platform/spreadsheet-text.ts";
import { currencyCodes, exponentOf } from "@countinghouse/money/currency.ts";
import { type RawBuilder, sql } from "kysely";
import type { Translator } from "../http/translate.ts";
import { readReferred } from "./referred.ts";

/** Cell type of a work sheet. Everything but text is written as a number. */
export type CellKind = "text" | "number" | "instant" | "day";

/** One column of an export: its heading and the SQL of its cells. */
export interface ExportColumn {
  readonly name: string;
  readonly heading: string;
  readonly kind: CellKind;
  readonly csv: RawBuilder<string | null>;
  readonly xlsx: RawBuilder<string | null>;
}

/** Labels of a dictionary's items, by code. */
export type DictionaryLabels = ReadonlyMap<string, string>;

export interface ColumnOptions {
  readonly locale: Locale;
  readonly timeZone: string;
  readonly translator: Translator;
  readonly dictionaries: ReadonlyMap<string, DictionaryLabels>;
  /** Whether the readers see personal data in full; otherwise it is masked. */
  readonly seesPersonal: boolean;
  /**
   * Merchants whose users read the file: it then leaves out the operator's fields and names no other merchant's
   * people.
   */
  readonly merchantIds: readonly string[] | "all";
  /** Columns of the rows, from which people are identified. */
  readonly present: ReadonlySet<string>;
}

const yes = text3("Yes", "是", "是");
const no = text3("No", "否", "否");
/** PostgreSQL's native format (`DateStyle` ISO), several times faster than `to_char`. */
const writtenForm = "YYYY-MM-DD HH24:MI:SS";
const instantForm = text3(writtenForm, writtenForm, "YYYY/MM/DD HH24:MI:SS");
const dayForm = text3("YYYY-MM-DD", "YYYY-MM-DD", "YYYY/MM/DD");

/** The requested columns in order; secrets are never among them. */
export function exportColumns(resource: Resource, names: readonly string[], options: ColumnOptions): ExportColumn[] {
  return names.flatMap((name) => {
    const schema = resource.record.shape[name];
    if (!schema) return [];
    const facts = factsOf(schema);
    if (facts.kind === "secret" || (facts.readers === "operator" && options.merchantIds !== "all")) return [];
    const referred = referredColumns(resource, name, options);
    if (referred) return referred;
    const label = options.translator.fieldLabel(resource.name, name, options.locale);
    const heading = facts.kind === "instant" ? `${label} (${options.timeZone})` : label;
    const told = inReadersWords(seededKindOf(resource.name, name), shownTo(name, facts, options), options);
    const shown = { name, heading, ...cellsOf(told, facts, options) };
    return facts.kind === "money" ? [shown, ...currencyColumns(resource, name, facts, names, options)] : [shown];
  });
}

/** The currency column beside an amount. None where the record's own currency column is chosen. */
function currencyColumns(
  resource: Resource,
  name: string,
  { currencyField = "currency" }: FieldFacts,
  names: readonly string[],
  { translator, locale }: ColumnOptions,
): ExportColumn[] {
  if (names.includes(currencyField)) return [];
  const [amount, currency] = [name, currencyField].map((one) => translator.fieldLabel(resource.name, one, locale));
  const heading = `${amount}: ${currency}`;
  return [{ name: `${name}.${currencyField}`, heading, ...neutral(sql`${sql.ref(`t.${currencyField}`)}::text`) }];
}

/**
 * Columns for a reference: the record's name and, separately, its number, which tells records of one name apart. None
 * where the field refers to nothing, or its name is a column already.
 */
function referredColumns(resource: Resource, name: string, options: ColumnOptions): ExportColumn[] | undefined {
  const { shape } = resource.record;
  const named = factsOf(shape[name]).kind === "text" ? idFieldOf(resource, name) : undefined;
  const idField = named ?? name;
  const facts = factsOf(shape[idField]);
  const { target } = facts;
  if (!target || idField === "id" || (named === undefined && nameFieldOf(resource, name))) return undefined;
  const label = options.translator.fieldLabel(resource.name, name, options.locale);
  const cell = (text: string) => neutral(readReferred(target, text, sql.ref(`t.${idField}`)));
  const called = typeof target.name === "string" ? target.name : target.name[options.locale];
  const words = named
    ? inReadersWords(seededKindOf(resource.name, name), sql`${sql.ref(`t.${name}`)}::text`, options)
    : inReadersWords(
        seededKindOf(target.resource, called),
        readReferred(target, called, sql.ref(`t.${idField}`)),
        options,
      );
  const first = neutral(sql`${words}::text`);
  const columns = [{ name, heading: label, ...first }];
  if (!target.number) return columns;
  const numbered = options.translator.fieldLabel(target.resource, target.number, options.locale);
  return [...columns, { name: `${name}.${target.number}`, heading: `${label}: ${numbered}`, ...cell(target.number) }];
}

/** A cell with seeded names in the language of the file. */
const inReadersWords = (
  kind: SeededKind | undefined,
  cell: RawBuilder<unknown>,
  { locale }: ColumnOptions,
): RawBuilder<unknown> => (kind ? labelled(cell, seededLabels(locale, kind)) : cell);

/** A cell with a person's name, shown only where the readers may see it. The id beside it says who it is. */
function shownTo(name: string, { readers }: FieldFacts, { merchantIds, present }: ColumnOptions): RawBuilder<unknown> {
  const cell = sql.ref(`t.${name}`);
  if (readers !== "colleagues" || merchantIds === "all") return cell;
  const id = doerIdField(name);
  if (!present.has(id)) return sql`NULL::text`;
  return sql`CASE WHEN EXISTS (SELECT 1 FROM users own
    WHERE own.merchant_id = ANY(${[...merchantIds]}::text[]) AND own.id::text = ${sql.ref(`t.${id}`)}::text) THEN ${cell} END`;
}

type Cells = Pick<ExportColumn, "kind" | "csv" | "xlsx">;

function cellsOf(cell: RawBuilder<unknown>, facts: FieldFacts, options: ColumnOptions): Cells {
  const { locale, timeZone } = options;
  switch (facts.kind) {
    case "integer":
      return same("number", sql`${cell}::text`);
    case "money":
      return same("number", moneyText(cell, facts));
    case "boolean":
      return same("text", sql`CASE ${cell} WHEN true THEN ${yes[locale]} WHEN false THEN ${no[locale]} END`);
    case "enumeration":
      return same(
        "text",
        labelled(cell, new Map(facts.enumeration?.members.map(({ value, text }) => [String(value), text[locale]]))),
      );
    case "dictionary":
      return neutral(labelled(cell, options.dictionaries.get(facts.dictionary ?? "") ?? new Map()));
    case "instant": {
      const local = sql`(${cell} AT TIME ZONE ${timeZone}::text)`;
      return {
        kind: "instant",
        csv:
          instantForm[locale] === writtenForm
            ? sql`date_trunc('second', ${local})::text`
            : sql`to_char(${local}, ${instantForm[locale]})`,
        xlsx: sql`round(extract(epoch FROM ${local})::numeric / 86400 + 25569, 8)::text`,
      };
    }
    case "day":
      return {
        kind: "day",
        csv: sql`to_char(${cell}, ${dayForm[locale]})`,
        xlsx: sql`(${cell}::date - date '1899-12-30')::text`,
      };
    case "json":
    case "list":
      return neutral(sql`to_jsonb(${cell})::text`);
    default:
      return neutral(facts.personal && !options.seesPersonal ? partly(cell) : sql`${cell}::text`);
  }
}

const same = (kind: CellKind, cells: RawBuilder<string | null>): Cells => ({ kind, csv: cells, xlsx: cells });

/**
 * Text that no spreadsheet executes: in CSV, formulas are prefixed with an apostrophe; in a work sheet the cell has
 * type text.
 */
const neutral = (text: RawBuilder<string | null>): Cells => ({
  kind: "text",
  csv: sql`regexp_replace(${text}, ${formulaPlace}, ${"\\1\\2'\\3"}, 'g')`,
  xlsx: text,
});

function labelled(cell: RawBuilder<unknown>, labels: DictionaryLabels): RawBuilder<string | null> {
  if (labels.size === 0) return sql`${cell}::text`;
  const cases = [...labels].map(([value, label]) => sql`WHEN ${value} THEN ${label}`);
  return sql`CASE ${cell}::text ${sql.join(cases, sql` `)} ELSE ${cell}::text END`;
}

/** Minor units as a decimal of the sibling field's currency, with that currency's number of decimals. */
function moneyText(cell: RawBuilder<unknown>, { currencyField = "currency" }: FieldFacts): RawBuilder<string | null> {
  const code = sql.ref(`t.${currencyField}`);
  const byPlaces = Map.groupBy(currencyCodes, exponentOf);
  const cases = [...byPlaces]
    .filter(([places]) => places !== 2)
    .map(([places, codes]) => sql`WHEN ${code} = ANY(${codes}::text[]) THEN ${decimals(cell, places)}`);
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${decimals(cell, 2)} END`;
}

/** Multiplies by 0.01 instead of dividing by 100, which takes several times as long; the result is exact. */
const decimals = (cell: RawBuilder<unknown>, places: number): RawBuilder<string> =>
  places === 0
    ? sql`round(${cell}::numeric, 0)::text`
    : sql`(${cell}::numeric * ${sql.raw(`0.${"1".padStart(places, "0")}`)})::text`;

/** Masks a text: the first three and the last two characters of longer texts, nothing of short ones. */
const partly = (cell: RawBuilder<unknown>): RawBuilder<string | null> => sql`
  CASE WHEN length(${cell}::text) <= 6 THEN repeat('*', length(${cell}::text))
       ELSE left(${cell}::text, 3) || repeat('*', length(${cell}::text) - 5) || right(${cell}::text, 2) END`;
