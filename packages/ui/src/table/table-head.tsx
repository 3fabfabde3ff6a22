import { useState } from "react";
import { useUiWords } from "../layout/ui-words.ts";
import type { Column, ColumnSort } from "./column.ts";
import { ColumnEdge, ColumnTitle } from "./header-cell.tsx";
import type { PinnedPlace, RowButtons } from "./pinned.ts";
import { actionsLook, cellLook } from "./table-row.tsx";

interface TableHeadProps<R> {
  readonly columns: readonly Column<R>[];
  readonly places: ReadonlyMap<string, PinnedPlace>;
  readonly sort: ColumnSort | undefined;
  readonly actions: RowButtons<R> | undefined;
  /** How many of the shown rows are ticked; undefined in a table without tick boxes. */
  readonly ticked: "none" | "some" | "all" | undefined;
  onSort: ((field: string) => void) | undefined;
  onTickAll(): void;
  /** Called while an edge is dragged; undefined once it rests. */
  onMove(column: { readonly key: string; readonly width: number } | undefined): void;
  onResize: ((key: string, width: number) => void) | undefined;
}

/** The head of a table: titles to sort by, edges to move, one box to tick them all. */
export function TableHead<R>({
  columns,
  places,
  sort,
  actions,
  ticked,
  onSort,
  onTickAll,
  onMove,
  onResize,
}: TableHeadProps<R>) {
  const words = useUiWords();
  const orderOf = (key: string) => (sort?.field === key ? sort.order : undefined);
  return (
    <thead>
      <tr>
        {ticked !== undefined && (
          <th scope="col" className="ch-select ch-pinned ch-pinned-left">
            <TickAll ticked={ticked} label={words.selectAll} onTickAll={onTickAll} />
          </th>
        )}
        {columns.map((column) => {
          const { key, title, hint, width, isSortable } = column;
          const order = orderOf(key);
          const direction = order && (order === "asc" ? "ascending" : "descending");
          return (
            <th key={key} scope="col" aria-sort={direction} {...cellLook(column, places)}>
              <ColumnTitle
                title={title}
                hint={hint}
                order={order}
                onSort={isSortable && onSort ? () => onSort(key) : undefined}
              />
              {onResize && (
                <ColumnEdge
                  name={title}
                  width={width}
                  onMove={(next) => onMove({ key, width: next })}
                  onRest={(next) => {
                    onMove(undefined);
                    onResize(key, next);
                  }}
                />
              )}
            </th>
          );
        })}
        {actions && (
          <th scope="col" className={actionsLook(actions)}>
            <span className="ch-sr">{words.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function TickAll({ ticked, label, onTickAll }: { ticked: "none" | "some" | "all"; label: string; onTickAll(): void }) {
  const [box, setBox] = useState<HTMLInputElement | null>(null);
  if (box) box.indeterminate = ticked === "some";
  return (
    <label>
      <input
        ref={setBox}
        type="checkbox"
        className="ch-check"
        aria-label={label}
        checked={ticked === "all"}
        onChange={onTickAll}
      />
    </label>
  );
}
