import type { CSSProperties, ReactNode } from "react";
import type { Column } from "./column.ts";

/** Width of the column of tick boxes, in px. */
export const selectionWidth = 44;
/** Width of the column of row menus, in px; buttons beside the menu float over the row. */
const menuWidth = 52;

/** Buttons at the end of each row. */
export interface RowButtons<R> {
  draw(row: R): ReactNode;
  /** Whether they float over the row that is pointed at: where no row has a menu, no column is kept for them. */
  readonly isFloating: boolean;
}

/** Width that the buttons of rows keep for themselves, in px. */
export const actionsWidth = (actions: Pick<RowButtons<never>, "isFloating"> | undefined): number =>
  actions && !actions.isFloating ? menuWidth : 0;

/** Where a pinned cell sticks, and whether it is the last of its side, which carries the edge. */
export interface PinnedPlace {
  readonly style: CSSProperties;
  readonly side: "left" | "right";
  readonly isEdge: boolean;
}

/** The places of a table's pinned columns by key; columns are in their order, those pinned left first, right last. */
export function pinnedPlaces<R>(
  columns: readonly Column<R>[],
  hasSelection: boolean,
  actionsRoom: number,
): ReadonlyMap<string, PinnedPlace> {
  const places = new Map<string, PinnedPlace>();
  const left = columns.filter(({ pin }) => pin === "left");
  const right = columns.filter(({ pin }) => pin === "right").reverse();
  let from = hasSelection ? selectionWidth : 0;
  for (const [index, { key, width }] of left.entries()) {
    places.set(key, { side: "left", style: { insetInlineStart: from }, isEdge: index === left.length - 1 });
    from += width;
  }
  from = actionsRoom;
  for (const [index, { key, width }] of right.entries()) {
    places.set(key, { side: "right", style: { insetInlineEnd: from }, isEdge: index === right.length - 1 });
    from += width;
  }
  return places;
}
