import { Table, type TableProps } from "antd";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { EmptyState } from "../feedback/empty-state.tsx";
import { type Failure, FailureState, ForbiddenState } from "../feedback/failure-state.tsx";
import { useUiWords } from "../layout/ui-words.ts";
import type { Column, Sort } from "./column.ts";
import "./data-table.css";
import { ColumnEdge, ColumnTitle } from "./header-cell.tsx";
import { useBoxHeight } from "./use-box-height.ts";
import { useRowKeys } from "./use-row-keys.ts";

/** Beyond this many rows only those in sight are drawn. */
const virtualAbove = 100;
const headHeight = 36;
const selectionWidth = 44;
const skeletonRows = 8;

/** What the table is showing: rows, or why there are none. */
export type TableState =
  | { readonly kind: "ready" }
  /** The first rows are on their way. */
  | { readonly kind: "loading" }
  /** Rows are shown while newer ones are on their way. */
  | { readonly kind: "refreshing" }
  | { readonly kind: "failed"; readonly failure: Failure }
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
  readonly sort?: Sort | undefined;
  onSort?(field: string): void;
  readonly selection?: Selection | undefined;
  /** The row shown beside the table. */
  readonly openKey?: string | undefined;
  onOpen?(row: R): void;
  /** Buttons at the end of each row. */
  readonly actions?: ((row: R) => ReactNode) | undefined;
  onResize?(key: string, width: number): void;
  /** What stands in the place of rows when there are none. */
  readonly empty?: ReactNode;
  /** `fill` takes the height of its box and scrolls inside; `rows` grows with its rows. */
  readonly height?: "fill" | "rows";
}

const ready: TableState = { kind: "ready" };

/** A table of records: sticky head, pinned and resizable columns, selection, rows walked by keyboard, all its states. */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { label, rows, rowKey, state = ready, selection, openKey, onOpen, height = "fill" } = props;
  const box = useRef<HTMLElement>(null);
  const table = useRef<TableRef>(null);
  const boxHeight = useBoxHeight(box);
  const columns = useTableColumns(props);
  const byKey = useMemo(() => new Map(rows.map((row) => [rowKey(row), row])), [rows, rowKey]);
  const keys = useMemo(() => [...byKey.keys()], [byKey]);
  const toggle = (key: string) => selection?.onChange(toggled(selection.keys, key));
  const open = (key: string) => {
    const row = byKey.get(key);
    if (row) onOpen?.(row);
  };
  const rowKeys = useRowKeys(box, {
    keys,
    openKey,
    reveal: (key) => isVirtual && table.current?.scrollTo({ key }),
    open,
    toggle,
  });
  const isVirtual = height === "fill" && rows.length > virtualAbove && boxHeight !== undefined;
  const isLoading = state.kind === "loading";
  const scrollX = columns.reduce((sum, { minWidth }) => sum + Number(minWidth ?? 0), selection ? selectionWidth : 0);
  const scroll =
    height === "fill" && boxHeight ? { x: scrollX, y: Math.max(120, boxHeight - headHeight) } : { x: scrollX };
  return (
    <section
      ref={box}
      className={`ch-table ch-table-${height}`}
      aria-label={label}
      aria-busy={isLoading || state.kind === "refreshing"}
      onKeyDown={rowKeys.onKeyDown}
    >
      {state.kind === "refreshing" && <div className="ch-quiet-bar" />}
      <Table<R>
        ref={table as never}
        columns={columns}
        dataSource={isLoading ? (bones as R[]) : (rows as R[])}
        rowKey={isLoading ? (bone) => String((bone as unknown as { bone: number }).bone) : rowKey}
        pagination={false}
        // A record may well have a field called “children”; rows here are flat.
        expandable={noNesting}
        size="middle"
        tableLayout="fixed"
        virtual={isVirtual}
        scroll={scroll}
        {...(selection && !isLoading ? { rowSelection: selectionOf<R>(selection) } : {})}
        rowClassName={(row) => (!isLoading && rowKey(row) === openKey ? "ch-row-open" : "")}
        onRow={(row) => {
          if (isLoading) return {};
          const key = rowKey(row);
          return {
            tabIndex: key === rowKeys.active ? 0 : -1,
            "aria-current": key === openKey ? "true" : undefined,
            onFocus: () => rowKeys.noteFocus(key),
            onClick: (event) => !isControl(event.target) && onOpen?.(row),
          };
        }}
        locale={{ emptyText: <Instead state={state} empty={props.empty} /> }}
      />
    </section>
  );
}

interface TableRef {
  scrollTo(place: { key: string }): void;
}

type AntdColumns<R> = NonNullable<TableProps<R>["columns"]>;

const noNesting = { childrenColumnName: "nested rows" };

/** Rows that stand in while the first ones are on their way. */
const bones = Array.from({ length: skeletonRows }, (_, bone) => ({ bone }));

/** A click on a control inside a row, or one that ends a text selection, does not open the row. */
const isControl = (target: EventTarget): boolean =>
  (target instanceof Element &&
    target.closest("a, button, input, label, .ant-table-selection-column, [role='menuitem']") !== null) ||
  window.getSelection()?.isCollapsed === false;

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

function selectionOf<R>(selection: Selection): NonNullable<TableProps<R>["rowSelection"]> {
  return {
    selectedRowKeys: [...selection.keys],
    onChange: (keys) => selection.onChange(new Set(keys.map(String))),
    preserveSelectedRowKeys: true,
    columnWidth: selectionWidth,
    fixed: true,
    columnTitle: (box) => <SelectLabel all>{box}</SelectLabel>,
    renderCell: (_checked, _row, _index, node) => <SelectLabel>{node}</SelectLabel>,
  };
}

/** Names a tick box: a label around it takes the click and speaks its purpose. */
function SelectLabel({ all = false, children }: { all?: boolean; children: ReactNode }) {
  const words = useUiWords();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child the table passes in.
    <label className="ch-select-label">
      <span className="ch-sr">{all ? words.selectAll : words.selectRow}</span>
      {children}
    </label>
  );
}

function Instead({ state, empty }: { state: TableState; empty: ReactNode }) {
  const words = useUiWords();
  if (state.kind === "failed") return <FailureState failure={state.failure} />;
  if (state.kind === "forbidden") return <ForbiddenState />;
  return empty ?? <EmptyState title={words.emptyTitle} />;
}

function useTableColumns<R extends object>({
  columns,
  state,
  sort,
  onSort,
  actions,
  onResize,
}: DataTableProps<R>): AntdColumns<R> {
  const words = useUiWords();
  const [moving, setMoving] = useState<{ readonly key: string; readonly width: number }>();
  const isLoading = state?.kind === "loading";
  const shown = columns.map((column, index) => {
    const { key, title, hint, align = "start", pin, cell, isSortable } = column;
    const isMoving = moving?.key === key;
    const width = isMoving ? moving.width : column.width;
    const order = sort?.field === key ? sort.order : undefined;
    return {
      key,
      className: `${align === "end" ? "ch-end" : ""} ${index === 0 ? "ch-first" : ""}`,
      ...(pin ? { fixed: pin === "left" ? ("start" as const) : ("end" as const) } : {}),
      ...(column.isFlexible && !isMoving ? {} : { width }),
      minWidth: width,
      onHeaderCell: () => ({
        "aria-sort": order && (order === "asc" ? ("ascending" as const) : ("descending" as const)),
      }),
      title: (
        <>
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
              onMove={(next) => setMoving({ key, width: next })}
              onRest={(next) => {
                setMoving(undefined);
                onResize(key, next);
              }}
            />
          )}
        </>
      ),
      render: (_value: unknown, row: R) => (isLoading ? <span className="ch-bone" /> : cell(row)),
    };
  });
  if (!actions) return shown;
  const title = <span className="ch-sr">{words.actions}</span>;
  const render = (_value: unknown, row: R) => (isLoading ? null : <div className="ch-row-actions">{actions(row)}</div>);
  return [
    ...shown,
    { key: "actions", className: "ch-end ch-actions", width: 88, minWidth: 88, fixed: "end" as const, title, render },
  ];
}
