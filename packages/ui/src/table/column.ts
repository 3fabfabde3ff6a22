import type { ReactNode } from "react";

/** Which edge a column stays at while the others scroll. */
export type PinnedSide = "left" | "right";

/** A column of a table. */
export interface Column<R> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: R) => ReactNode;
  /** What the cell shows of a row, where it is one plain value: a column with the same in all rows can be left out. */
  readonly value?: (row: R) => unknown;
  /** Width in px; a flexible column shares what the others leave, down to four fifths of it. */
  readonly width: number;
  readonly isFlexible?: boolean;
  /** Figures stand at the end of their cell, everything else at its start. */
  readonly align?: "start" | "end";
  /** Amounts with their currency behind them: the title ends where the figures do. */
  readonly isMoney?: boolean;
  readonly pin?: PinnedSide | undefined;
  readonly isSortable?: boolean;
  /** Hidden by default; readers can choose to show it. */
  readonly isHidden?: boolean;
  /** Its role in a card of two lines on a phone: name, details, owner, or amount and status at the side. */
  readonly part?: "name" | "more" | "owner" | "time" | "side";
  /** Shown behind the title on hover, such as the zone of the times. */
  readonly hint?: string;
}

/** The column a table is sorted by. */
export interface ColumnSort {
  readonly field: string;
  readonly order: "asc" | "desc";
}

/** What a reader changed about one column. */
export interface ColumnChoice {
  readonly key: string;
  readonly isShown: boolean;
  readonly width?: number | undefined;
  readonly pin?: PinnedSide | "none" | undefined;
}

/** Narrowest a column can be made, in px. */
export const minColumnWidth = 56;
/** Widest a column can be made, in px. */
export const maxColumnWidth = 800;

/**
 * Applies a reader's choices: their order first, then columns they have never seen at their declared place. Choices
 * for columns that no longer exist are passed over.
 */
export function applyChoices<R>(columns: readonly Column<R>[], choices: readonly ColumnChoice[]): Column<R>[] {
  const chosen = choices.flatMap((choice) => {
    const column = columns.find(({ key }) => key === choice.key);
    return column && choice.isShown ? [withChoice(column, choice)] : [];
  });
  const known = new Set(choices.map(({ key }) => key));
  for (const [index, column] of columns.entries())
    if (!known.has(column.key) && !column.isHidden) chosen.splice(index, 0, column);
  return [
    ...chosen.filter(({ pin }) => pin === "left"),
    ...chosen.filter(({ pin }) => !pin),
    ...chosen.filter(({ pin }) => pin === "right"),
  ];
}

function withChoice<R>(column: Column<R>, { width, pin }: ColumnChoice): Column<R> {
  const kept: Column<R> = width === undefined ? column : { ...column, width, isFlexible: false };
  return pin === undefined ? kept : { ...kept, pin: pin === "none" ? undefined : pin };
}

/** Every column as a choice, in the reader's order: what the column settings show and store. */
export function choicesOf<R>(columns: readonly Column<R>[], choices: readonly ColumnChoice[]): ColumnChoice[] {
  const all = choices.filter(({ key }) => columns.some((column) => column.key === key));
  const known = new Set(all.map(({ key }) => key));
  for (const [index, { key, pin, isHidden }] of columns.entries())
    if (!known.has(key)) all.splice(index, 0, { key, isShown: !isHidden, ...(pin ? { pin } : {}) });
  return all;
}
