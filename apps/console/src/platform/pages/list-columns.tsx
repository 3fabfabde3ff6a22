import { type FieldFacts, type FieldKind, factsOf } from "@countinghouse/contract/kit/field.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { idFieldOf, nameFieldOf } from "@countinghouse/contract/kit/reference.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { TwoLineCell } from "@countinghouse/ui/cells/text-cell.tsx";
import type { Column, PinnedSide } from "@countinghouse/ui/table/column.ts";
import type { ComponentType, ReactNode } from "react";
import { FieldCell } from "./field-cell.tsx";
import type { AnyRow } from "./paged-resource.ts";

/** A column that is no plain field, or a field shown or measured in its own way. */
export interface OwnColumn<Row, Field extends string> {
  /** A field of the row, or any other name when there is a cell. */
  readonly field: Field;
  readonly cell?: ComponentType<{ readonly row: Row }>;
  /** The cell shows the field and nothing else. */
  readonly isPlain?: boolean;
  /** Two fields, one above the other where they differ: a name over its account. */
  readonly lines?: readonly [string, string];
  readonly title?: string;
  /** In px. */
  readonly width?: number;
  readonly pin?: PinnedSide;
  /** Where a cell of its own stands, when not where its kind does. */
  readonly align?: "start" | "end";
  /** Shown only to readers who choose it. */
  readonly isHidden?: boolean;
  /** Where it stands when a row is a card of two lines, when not where its kind does. */
  readonly part?: Column<Row>["part"] | "none";
}

/** A field by name, or a column with something of its own. */
export type ListColumn<Row, Field extends string> = Field | OwnColumn<Row, Field>;

/** Width by kind, in px, wide enough for what the kind usually holds. */
const widths: Readonly<Record<FieldKind, number>> = {
  text: 168,
  longText: 240,
  id: 104,
  reference: 184,
  code: 128,
  integer: 88,
  boolean: 88,
  instant: 176,
  day: 112,
  money: 160,
  enumeration: 112,
  dictionary: 120,
  json: 200,
  list: 160,
  secret: 120,
  cardNumber: 168,
};

/** Room that titles and states need beyond their kind's, in px. */
const edges = 24;
const sortArrow = 18;
const chip = 28;
/** Where currencies stand, right of what a title of money stands over. */
const currencySlot = 36;
/** Beyond this a column takes no more room: what is longer is cut, and whole on hover. */
const widestByWords = 232;

/** About the room of a text at 12 px, in px: Han characters are as wide as they are high. */
const roomOf = (text: string): number =>
  [...text].reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 12 : 6.8), 0);

/** Room in which a title, and every state a column can show, is read whole. */
function roomForWords(title: string, isSortable: boolean, { kind, enumeration }: FieldFacts, locale: Locale): number {
  const states = (enumeration?.members ?? []).map(({ text }) => chip + roomOf(text[locale]));
  const beside = (isSortable ? sortArrow : 0) + (kind === "money" ? currencySlot : 0);
  const wanted = Math.max(roomOf(title) + beside, ...states) + edges;
  return Math.min(Math.ceil(wanted / 8) * 8, widestByWords);
}

const isFigure = (kind: FieldKind): boolean => kind === "integer" || kind === "money";
const isText = (kind: FieldKind): boolean => kind === "text" || kind === "longText" || kind === "reference";

const sideKinds: readonly FieldKind[] = ["money", "enumeration", "boolean"];

type Part = NonNullable<Column<never>["part"]>;

/**
 * Where a column goes when a row is a card of two lines: states, money and what has a cell of its own to the side. The
 * first column that tells of the subject says what the row is, however it is drawn.
 */
function partOf(kind: FieldKind, hasOwnCell: boolean, isFirst: boolean): Part | undefined {
  if (isFirst && (hasOwnCell || isText(kind))) return "name";
  if (hasOwnCell || sideKinds.includes(kind)) return "side";
  if (kind === "instant") return "time";
  return kind === "text" || kind === "reference"
    ? "name"
    : kind === "code" || kind === "dictionary"
      ? "more"
      : undefined;
}

/** The facts of a record's field; of one that refers to another record, also where that record's id and name stand. */
export interface ShownFacts extends FieldFacts {
  readonly idField?: string;
  readonly nameField?: string | undefined;
}

/** The schema of what only the answer to `detail` holds of a record. */
function detailOnly({ operations }: Resource, field: string): unknown {
  const answer = operations.detail?.output as unknown as { readonly shape?: Readonly<Record<string, unknown>> };
  return answer?.shape?.[field];
}

/** The facts of a field of a record or of its details; a field that neither has counts as text. */
export function fieldFacts(resource: Resource, field: string): ShownFacts {
  const schema = resource.record.shape[field] ?? detailOnly(resource, field);
  const facts: FieldFacts = schema ? factsOf(schema as never) : { kind: "text" };
  if (facts.kind === "reference") return { ...facts, nameField: nameFieldOf(resource, field) };
  const idField = facts.kind === "text" ? idFieldOf(resource, field) : undefined;
  if (idField === undefined) return facts;
  const { target } = factsOf(resource.record.shape[idField] as never);
  return { ...facts, kind: "reference", ...(target ? { target } : {}), idField, nameField: field };
}

/**
 * The fields of a record that can be columns: all but secrets, and an id whose name the record holds beside it, since
 * the name leads there as well.
 */
export const columnFields = (resource: Resource): readonly string[] =>
  Object.keys(resource.record.shape).filter(
    (field) => fieldFacts(resource, field).kind !== "secret" && nameFieldOf(resource, field) === undefined,
  );

interface ColumnContext {
  readonly resource: Resource;
  readonly fieldWords: Readonly<Record<string, string>>;
  readonly sortBy: readonly string[];
  /** The zone's name and offset, shown with the titles of times. */
  readonly zone: string;
  /** The language of titles and states. */
  readonly locale: Locale;
}

/** The field of tenanted records that tells whose they are. */
export const tenantField = "tenantName";

/** Declared columns with the tenant behind the first, where the resource's records are told apart by it. */
export const withTenant = <Row, Field extends string>(
  { record }: Resource,
  declared: readonly ListColumn<Row, Field>[],
): readonly ListColumn<Row, Field | typeof tenantField>[] =>
  tenantField in record.shape ? [...declared.slice(0, 1), tenantColumn, ...declared.slice(1)] : declared;

const tenantColumn = { field: tenantField, width: 184, part: "owner" } as const;

/** Declared columns with every other field of the record behind them, shown to readers who choose it. */
export function withOthers<Row, Field extends string>(
  resource: Resource,
  declared: readonly ListColumn<Row, Field>[],
  fieldWords: Readonly<Record<string, string>>,
): readonly ListColumn<Row, string>[] {
  const named = new Set<string>(declared.map(columnName));
  const titles = new Set([...named].map((field) => fieldWords[field]));
  // What refers to the same record in another way, such as by its code, has the same title and says no more.
  const isSaid = (field: string) =>
    named.has(field) || (fieldFacts(resource, field).target !== undefined && titles.has(fieldWords[field]));
  const others = columnFields(resource).filter((field) => !isSaid(field));
  return [...declared, ...others.map((field) => ({ field, isHidden: true }))];
}

/** Neither when it was nor whose it is says what a row is. */
const isSubject = (resource: Resource, field: string): boolean =>
  field !== tenantField && fieldFacts(resource, field).kind !== "instant";

/** The field, or other name, of a declared column. */
export const columnName = <Row, Field extends string>(one: ListColumn<Row, Field>): string =>
  typeof one === "string" ? one : one.field;

interface FieldLinesProps {
  readonly resource: Resource;
  readonly fields: readonly [string, string];
  readonly row: AnyRow;
}

/** Two fields of a row, one above the other; one line where they say the same, or one of them nothing. */
function FieldLines({ resource, fields, row }: FieldLinesProps) {
  const isSaid = (field: string) => row[field] !== null && row[field] !== undefined && row[field] !== "";
  const [over, under] = fields;
  const line = (field: string) => <FieldCell facts={fieldFacts(resource, field)} field={field} row={row} />;
  if (!isSaid(under) || row[over] === row[under]) return line(over);
  return isSaid(over) ? <TwoLineCell first={line(over)} second={line(under)} /> : line(under);
}

/** A state is looked for even where all rows are in the same one. */
const isState = (kind: FieldKind): boolean => kind === "enumeration" || kind === "boolean";

const plainValue =
  <Row extends AnyRow>(field: string, { kind, nameField, currencyField = "currency" }: ShownFacts) =>
  (row: Row): unknown =>
    kind === "money" ? [row[field], row[currencyField]] : [row[field], nameField === undefined ? null : row[nameField]];

/** Turns declared columns into a table's columns: title from the words, cell, width and side from the field's kind. */
export function tableColumns<Row extends AnyRow, Field extends string>(
  declared: readonly ListColumn<Row, Field>[],
  { resource, fieldWords, sortBy, zone, locale }: ColumnContext,
): Column<Row>[] {
  const subject = declared.findIndex((one) => isSubject(resource, columnName(one)));
  return declared.map((one, index) => {
    const own: OwnColumn<Row, Field> = typeof one === "string" ? { field: one } : one;
    const facts = fieldFacts(resource, own.field);
    const Own = own.cell;
    const isOwn = Own !== undefined || own.lines !== undefined;
    const cell = (row: Row): ReactNode => {
      if (Own) return <Own row={row} />;
      if (own.lines) return <FieldLines resource={resource} fields={own.lines} row={row} />;
      return <FieldCell facts={facts} field={own.field} row={row} />;
    };
    const part = own.part ?? partOf(facts.kind, isOwn, index === subject);
    const title = own.title ?? fieldWords[own.field] ?? own.field;
    const isSortable = sortBy.includes(own.field);
    // A cell of its own may show something else than the field's states.
    const room = roomForWords(title, isSortable, isOwn ? { kind: facts.kind } : facts, locale);
    const pin = own.pin ?? (index === 0 ? "left" : undefined);
    return {
      key: own.field,
      title,
      cell,
      ...((isOwn && !own.isPlain) || isState(facts.kind) ? {} : { value: plainValue(own.field, facts) }),
      width: Math.max(own.width ?? widths[facts.kind], room),
      isFlexible: own.width === undefined && isText(facts.kind) && !isOwn,
      align: own.align ?? (isFigure(facts.kind) ? "end" : "start"),
      ...(facts.kind === "money" && !isOwn ? { isMoney: true } : {}),
      isSortable,
      ...(facts.kind === "instant" ? { hint: zone } : {}),
      ...(pin ? { pin } : {}),
      ...(own.isHidden ? { isHidden: true } : {}),
      ...(part && part !== "none" ? { part } : {}),
    };
  });
}
