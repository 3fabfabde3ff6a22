import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { fillWords, useUiWords } from "../layout/ui-words.ts";
import { type ColumnSort, maxColumnWidth, minColumnWidth } from "./column.ts";

/** How far one press of an arrow key moves a column's edge, in px. */
const keyStep = 16;

const clamp = (width: number): number => Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)));

interface EdgeProps {
  readonly name: string;
  readonly width: number;
  /** Called while the edge moves. */
  onMove(width: number): void;
  /** Called once the edge rests. */
  onRest(width: number): void;
}

/** The edge of a column: dragged by pointer, or moved by the arrow keys. */
export function ColumnEdge({ name, width, onMove, onRest }: EdgeProps) {
  const words = useUiWords();
  const drag = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const widthAt = (event: PointerEvent) =>
    clamp((drag.current?.width ?? width) + event.clientX - (drag.current?.x ?? 0));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowLeft" ? -keyStep : event.key === "ArrowRight" ? keyStep : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onRest(clamp(width + step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; this is the window-splitter pattern.
    <span
      role="separator"
      className="ch-column-edge"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={fillWords(words.resizeColumn, { name })}
      aria-valuenow={width}
      aria-valuemin={minColumnWidth}
      aria-valuemax={maxColumnWidth}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        // Measured, because a flexible column is wider on screen than declared.
        const shown = event.currentTarget.closest("th")?.getBoundingClientRect().width ?? width;
        drag.current = { x: event.clientX, width: shown };
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={(event) => drag.current && onMove(widthAt(event))}
      onPointerUp={(event) => {
        if (drag.current) onRest(widthAt(event));
        drag.current = undefined;
      }}
    />
  );
}

interface TitleProps {
  readonly title: string;
  readonly hint: string | undefined;
  /** The order the table is sorted in by this column, if it is. */
  readonly order: ColumnSort["order"] | undefined;
  /** Present on sortable columns. */
  readonly onSort: (() => void) | undefined;
}

/** A column's title; a button where the column can be sorted by. */
export function ColumnTitle({ title, hint, order, onSort }: TitleProps) {
  const words = useUiWords();
  const hover = hint ? `${title} · ${hint}` : title;
  if (!onSort)
    return (
      <span className="ch-cut" title={hover}>
        {title}
      </span>
    );
  return (
    <button
      type="button"
      className="ch-column-sort"
      title={`${fillWords(words.sortBy, { name: title })}${hint ? ` · ${hint}` : ""}`}
      onClick={onSort}
    >
      <span className="ch-cut">{title}</span>
      {order === "asc" && <ArrowUp size={12} aria-hidden="true" />}
      {order === "desc" && <ArrowDown size={12} aria-hidden="true" />}
    </button>
  );
}
