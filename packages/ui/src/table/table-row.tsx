import { type MouseEvent, memo } from "react";
import { useUiWords } from "../layout/ui-words.ts";
import type { Column } from "./column.ts";
import type { PinnedPlace, RowButtons } from "./pinned.ts";

/** Class and place of a cell: its side, and where it sticks. */
export const cellLook = <R,>({ key, align, isMoney }: Column<R>, places: ReadonlyMap<string, PinnedPlace>) => {
  const place = places.get(key);
  const names = [
    align === "end" && "ch-end",
    isMoney && "ch-of-money",
    place && `ch-pinned ch-pinned-${place.side}`,
    place?.isEdge && "ch-pinned-edge",
  ];
  return { className: names.filter(Boolean).join(" ") || undefined, style: place?.style };
};

/** Class of the cells that hold the buttons of rows. */
export const actionsLook = ({ isFloating }: Pick<RowButtons<never>, "isFloating">): string =>
  `ch-actions ch-pinned ch-pinned-right${isFloating ? " ch-floating" : ""}`;

interface TableRowProps<R> {
  readonly row: R;
  readonly rowKey: string;
  readonly columns: readonly Column<R>[];
  readonly places: ReadonlyMap<string, PinnedPlace>;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  /** Undefined in a table without tick boxes. */
  readonly isTicked: boolean | undefined;
  readonly draw: RowButtons<R>["draw"] | undefined;
  readonly isFloating: boolean;
  onTick(key: string): void;
  onOpen(key: string): void;
  onFocus(key: string): void;
}

/** A click on a control inside a row, or one that ends a text selection, does not open the row. */
const isControl = (target: EventTarget): boolean =>
  (target instanceof Element && target.closest("a, button, input, label, [role='menuitem']") !== null) ||
  window.getSelection()?.isCollapsed === false;

function PlainRow<R>(props: TableRowProps<R>) {
  const { row, rowKey, columns, places, isOpen, isActive, isTicked, draw, isFloating, onTick, onOpen, onFocus } = props;
  const words = useUiWords();
  const className = `ch-row${isOpen ? " ch-row-open" : ""}${isTicked ? " ch-row-ticked" : ""}`;
  const onClick = (event: MouseEvent) => {
    if (!isControl(event.target)) onOpen(rowKey);
  };
  return (
    <tr
      className={className}
      data-row-key={rowKey}
      tabIndex={isActive ? 0 : -1}
      aria-current={isOpen ? "true" : undefined}
      aria-selected={isTicked}
      onFocus={() => onFocus(rowKey)}
      onClick={onClick}
    >
      {isTicked !== undefined && (
        <td className="ch-select ch-pinned ch-pinned-left">
          <label>
            <input
              type="checkbox"
              className="ch-check"
              aria-label={words.selectRow}
              checked={isTicked}
              onChange={() => onTick(rowKey)}
            />
          </label>
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} {...cellLook(column, places)}>
          {column.cell(row)}
        </td>
      ))}
      {draw && (
        <td className={`ch-end ${actionsLook({ isFloating })}`}>
          <div className="ch-row-actions">{draw(row)}</div>
        </td>
      )}
    </tr>
  );
}

/** One row; drawn again only when something of its own changed. */
export const TableRow = memo(PlainRow) as typeof PlainRow;
