import { type ReactNode, useMemo, useRef, useState } from "react";
import { EmptyState } from "../feedback/empty-state.tsx";
import { FailureState, ForbiddenState, type LoadProblem } from "../feedback/failure-state.tsx";
import { useUiWords } from "../layout/ui-words.ts";
import type { Column, ColumnSort } from "./column.ts";
import "./data-table.css";
import { actionsWidth, type PinnedPlace, pinnedPlaces, type RowButtons, selectionWidth } from "./pinned.ts";
import { TableHead } from "./table-head.tsx";
import { TableRow } from "./table-row.tsx";
import { useEdges } from "./use-edges.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { type RowWindow, useWindow } from "./use-window.ts";

/** Beyond this many rows only those in sight are drawn. */
const virtualAbove = 100;
const skeletonRows = 8;

/** What the table is showing: rows, or why there are none. */
export type TableState =
  | { readonly kind: "ready" }
  /** The first rows are on their way. */
  | { readonly kind: "loading" }
  /** Rows are shown while newer ones are on their way. */
  | { readonly kind: "refreshing" }
  | { readonly kind: "failed"; readonly failure: LoadProblem }
  | { readonly kind: "forbidden" };

/** Rows a reader ticked. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  onChange(keys: ReadonlySet<string>): void;
}

export interface DataTableProps<R> {
  /** What the rows are, for assistive technology. */
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  readonly state?: TableState;
  readonly sort?: ColumnSort | undefined;
  onSort?(field: string): void;
  readonly selection?: Selection | undefined;
  /** The row shown beside the table. */
  readonly openKey?: string | undefined;
  onOpen?(row: R): void;
  /** Buttons at the end of each row. */
  readonly actions?: RowButtons<NoInfer<R>> | undefined;
  onResize?(key: string, width: number): void;
  /** What stands in the place of rows when there are none. */
  readonly empty?: ReactNode;
  /** `fill` takes the height of its box and scrolls inside; `rows` grows with its rows. */
  readonly height?: "fill" | "rows";
}

const ready: TableState = { kind: "ready" };

/** A table of records: sticky head, pinned and resizable columns, selection, rows walked by keyboard, all its states. */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { label, rows, rowKey, state = ready, selection, openKey, onOpen, actions, height = "fill" } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useEdges(scroller);
  const [moving, setMoving] = useState<{ readonly key: string; readonly width: number }>();
  const columns = useShownColumns(props.columns, moving);
  const hasSelection = selection !== undefined;
  const room = actionsWidth(actions);
  const places = useMemo(() => pinnedPlaces(columns, hasSelection, room), [columns, hasSelection, room]);
  const byKey = useMemo(() => new Map(rows.map((row) => [rowKey(row), row])), [rows, rowKey]);
  const keys = useMemo(() => [...byKey.keys()], [byKey]);
  const shown = useWindow(scroller, rows.length, height === "fill" && rows.length > virtualAbove);
  const latest = useLatest({
    open: (key: string) => open(byKey.get(key)),
    toggle: (key: string) => toggle(selection, key),
  });
  const open = (row: R | undefined) => row && onOpen?.(row);
  const rowKeys = useRowKeys(scroller, {
    keys,
    openKey,
    reveal: (key) => revealRow(scroller.current, keys.indexOf(key), shown),
    open: latest.open,
    toggle: latest.toggle,
  });
  const hasRows = state.kind !== "loading" && rows.length > 0;
  const ticked = selection && tickedOf(keys, selection.keys);
  return (
    <section
      className={`ch-table ch-table-${height}`}
      aria-label={label}
      aria-busy={state.kind === "loading" || state.kind === "refreshing"}
    >
      {state.kind === "refreshing" && <div className="ch-quiet-bar" />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the rows inside, which take the focus. */}
      <div ref={scroller} className="ch-table-scroll" onKeyDown={rowKeys.onKeyDown}>
        <table aria-rowcount={rows.length} style={{ minWidth: leastWidth(columns, hasSelection) + room }}>
          <Columns columns={columns} hasSelection={hasSelection} actions={actions} />
          <TableHead
            columns={columns}
            places={places}
            sort={props.sort}
            actions={actions}
            ticked={ticked}
            onSort={props.onSort}
            onTickAll={() => selection?.onChange(tickAll(keys, selection.keys, ticked === "all"))}
            onMove={setMoving}
            onResize={props.onResize}
          />
          <TableBody
            {...props}
            state={state}
            columns={columns}
            places={places}
            shown={shown}
            active={rowKeys.active}
            onTick={latest.toggle}
            onOpenKey={latest.open}
            onFocus={rowKeys.noteFocus}
          />
        </table>
        {!hasRows && state.kind !== "loading" && <Instead state={state} empty={props.empty} />}
      </div>
    </section>
  );
}

interface TableBodyProps<R> extends DataTableProps<R> {
  readonly state: TableState;
  readonly places: ReadonlyMap<string, PinnedPlace>;
  readonly shown: RowWindow;
  /** The row in the tab order. */
  readonly active: string | undefined;
  onTick(key: string): void;
  onOpenKey(key: string): void;
  onFocus(key: string): void;
}

function TableBody<R extends object>(props: TableBodyProps<R>) {
  const { rows, rowKey, columns, places, state, shown, selection, openKey, active, actions } = props;
  const isLoading = state.kind === "loading";
  const drawn = isLoading ? [] : rows.slice(shown.start, shown.end);
  return (
    <tbody>
      {shown.above > 0 && <tr style={{ height: shown.above }} />}
      {drawn.map((row) => {
        const key = rowKey(row);
        return (
          <TableRow
            key={key}
            row={row}
            rowKey={key}
            columns={columns}
            places={places}
            isOpen={key === openKey}
            isActive={key === active}
            isTicked={selection?.keys.has(key)}
            draw={actions?.draw}
            isFloating={actions?.isFloating ?? false}
            onTick={props.onTick}
            onOpen={props.onOpenKey}
            onFocus={props.onFocus}
          />
        );
      })}
      {isLoading && <Bones count={columns.length + (selection ? 1 : 0) + (actions ? 1 : 0)} />}
      {shown.below > 0 && <tr style={{ height: shown.below }} />}
    </tbody>
  );
}

/** Stable functions whose behaviour follows each render, so that rows are not drawn again. */
function useLatest<F extends Readonly<Record<string, (key: string) => void>>>(
  functions: F,
): { readonly [K in keyof F]: (key: string) => void } {
  const latest = useRef(functions);
  latest.current = functions;
  const names = Object.keys(functions).join();
  return useMemo(
    () =>
      Object.fromEntries(names.split(",").map((name) => [name, (key: string) => latest.current[name]?.(key)])) as never,
    [names],
  );
}

function useShownColumns<R>(
  columns: readonly Column<R>[],
  moving: { readonly key: string; readonly width: number } | undefined,
) {
  return useMemo(
    () =>
      columns.map((column) =>
        column.key === moving?.key ? { ...column, width: moving.width, isFlexible: false } : column,
      ),
    [columns, moving],
  );
}

/** How much of its width a flexible column keeps where room is short. */
const leastShare = 0.8;

const leastWidth = <R,>(columns: readonly Column<R>[], hasSelection: boolean): number =>
  columns.reduce((sum, { width, isFlexible }) => sum + (isFlexible ? Math.round(width * leastShare) : width), 0) +
  (hasSelection ? selectionWidth : 0);

function Columns<R>({
  columns,
  hasSelection,
  actions,
}: {
  columns: readonly Column<R>[];
  hasSelection: boolean;
  actions: RowButtons<R> | undefined;
}) {
  // Without a flexible column, the last one that is not pinned takes the remaining width.
  const lastLoose = columns.some(({ isFlexible }) => isFlexible) ? undefined : columns.findLast(({ pin }) => !pin);
  return (
    <colgroup>
      {hasSelection && <col style={{ width: selectionWidth }} />}
      {columns.map((column) => (
        <col key={column.key} style={column.isFlexible || column === lastLoose ? undefined : { width: column.width }} />
      ))}
      {actions && (
        <col className={actions.isFloating ? "ch-floating" : undefined} style={{ width: actionsWidth(actions) }} />
      )}
    </colgroup>
  );
}

/** Skeleton rows while the first ones are loading. */
const Bones = ({ count }: { count: number }) =>
  Array.from({ length: skeletonRows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing of their own.
    <tr key={row} className="ch-row-bones">
      {Array.from({ length: count }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <td key={cell}>
          <span className="ch-bone" />
        </td>
      ))}
    </tr>
  ));

function revealRow(
  box: HTMLElement | null,
  index: number,
  { rowHeight, above, below }: { rowHeight: number; above: number; below: number },
): void {
  // A drawn row is scrolled into view by focusing it.
  if (!box || (above === 0 && below === 0)) return;
  const top = index * rowHeight;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight * 2 > box.scrollTop + box.clientHeight)
    box.scrollTop = top + rowHeight * 2 - box.clientHeight;
}

function toggle(selection: Selection | undefined, key: string): void {
  if (!selection) return;
  const next = new Set(selection.keys);
  if (!next.delete(key)) next.add(key);
  selection.onChange(next);
}

function tickedOf(keys: readonly string[], ticked: ReadonlySet<string>): "none" | "some" | "all" {
  const count = keys.filter((key) => ticked.has(key)).length;
  return count === 0 ? "none" : count === keys.length ? "all" : "some";
}

function tickAll(keys: readonly string[], ticked: ReadonlySet<string>, areAll: boolean): ReadonlySet<string> {
  return areAll ? new Set([...ticked].filter((key) => !keys.includes(key))) : new Set([...ticked, ...keys]);
}

function Instead({ state, empty }: { state: TableState; empty: ReactNode }) {
  const words = useUiWords();
  if (state.kind === "failed") return <FailureState failure={state.failure} />;
  if (state.kind === "forbidden") return <ForbiddenState />;
  return empty ?? <EmptyState title={words.emptyTitle} />;
}
