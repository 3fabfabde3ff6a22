import { type FieldFacts, type FieldKind, factsOf } from "@countinghouse/contract/kit/field.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import type { Column, Pin } from "@countinghouse/ui/table/column.ts";
import type { ComponentType, ReactNode } from "react";
import { FieldCell } from "./field-cell.tsx";
import type { AnyRow } from "./paged-resource.ts";

/** A column that is no plain field, or a field shown or measured in its own way. */
export interface OwnColumn<Row, Field extends string> {
  /** A field of the row, or any other name when there is a cell. */
  readonly field: Field;
  readonly cell?: ComponentType<{ readonly row: Row }>;
  readonly title?: string;
  /** In px. */
  readonly width?: number;
  readonly pin?: Pin;
  /** Where a cell of its own stands, when not where its kind does. */
  readonly align?: "start" | "end";
  /** Shown only to readers who choose it. */
  readonly isHidden?: boolean;
}

/** A field by name, or a column with something of its own. */
export type ListColumn<Row, Field extends string> = Field | OwnColumn<Row, Field>;

/** Width by kind, in px, wide enough for what the kind usually holds. */
const widths: Readonly<Record<FieldKind, number>> = {
  text: 168,
  longText: 240,
  id: 104,
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
};

const isFigure = (kind: FieldKind): boolean => kind === "integer" || kind === "money";
const isText = (kind: FieldKind): boolean => kind === "text" || kind === "longText";

const sideKinds: readonly FieldKind[] = ["money", "enumeration", "boolean"];

/**
 * Where a column goes when a row is a card of two lines: states, money and what has a cell of its own to the side. The
 * first column says what the row is, however it is drawn.
 */
function partOf(
  kind: FieldKind,
  hasOwnCell: boolean,
  isFirst: boolean,
): NonNullable<Column<never>["part"]> | undefined {
  if (isFirst && (hasOwnCell || isText(kind))) return "name";
  if (hasOwnCell || sideKinds.includes(kind)) return "side";
  if (kind === "instant") return "time";
  return kind === "text" ? "name" : kind === "code" || kind === "dictionary" ? "more" : undefined;
}

/** The facts of a record's field; a field the record does not have counts as text. */
export function fieldFacts(resource: Resource, field: string): FieldFacts {
  const schema = resource.record.shape[field];
  return schema ? factsOf(schema as never) : { kind: "text" };
}

interface ColumnContext {
  readonly resource: Resource;
  readonly fieldWords: Readonly<Record<string, string>>;
  readonly sortBy: readonly string[];
  /** The zone's name and offset, shown with the titles of times. */
  readonly zone: string;
}

/** Turns declared columns into a table's columns: title from the words, cell, width and side from the field's kind. */
export function tableColumns<Row extends AnyRow, Field extends string>(
  declared: readonly ListColumn<Row, Field>[],
  { resource, fieldWords, sortBy, zone }: ColumnContext,
): Column<Row>[] {
  return declared.map((one, index) => {
    const own: OwnColumn<Row, Field> = typeof one === "string" ? { field: one } : one;
    const facts = fieldFacts(resource, own.field);
    const Own = own.cell;
    const cell = (row: Row): ReactNode =>
      Own ? <Own row={row} /> : <FieldCell facts={facts} field={own.field} row={row} />;
    const part = partOf(facts.kind, Own !== undefined, index === 0);
    const pin = own.pin ?? (index === 0 ? "left" : undefined);
    return {
      key: own.field,
      title: own.title ?? fieldWords[own.field] ?? own.field,
      cell,
      width: own.width ?? widths[facts.kind],
      isFlexible: own.width === undefined && isText(facts.kind) && !Own,
      align: own.align ?? (isFigure(facts.kind) ? "end" : "start"),
      ...(facts.kind === "money" && !Own ? { isMoney: true } : {}),
      isSortable: sortBy.includes(own.field),
      ...(facts.kind === "instant" ? { hint: zone } : {}),
      ...(pin ? { pin } : {}),
      ...(own.isHidden ? { isHidden: true } : {}),
      ...(part ? { part } : {}),
    };
  });
}
