import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysDatabaseMessages } from "@countinghouse/contract/operations/database/database.messages.ts";
import type { DatabaseMap, DatabaseTable } from "@countinghouse/contract/operations/database/database.ts";
import { Maximize2, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useMemo, useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { countIn } from "./database.facts.policy.ts";
import {
  type Box,
  type BoxRow,
  headHeight,
  type Line,
  layoutOf,
  type MapLayout,
  rowHeight,
} from "./database.layout.policy.ts";
import type { ViewProps } from "./database.rows.part.tsx";
import { type MapWindow, useMapWindow } from "./database.viewport.service.ts";

/** The tables as boxes and their relations as lines, in a window that is dragged and zoomed. */
export function DatabaseGraph({ map, shown, openName, onOpen }: ViewProps) {
  const { text } = useWords(sysDatabaseMessages);
  const layout = useMemo(() => layoutOf(map), [map]);
  const window = useMapWindow(layout);
  const { view, handlers, reveal } = window;
  useFraming(layout, shown, map, window);
  useEffect(() => {
    const opened = layout.boxes.find(({ name }) => name === openName);
    if (opened) reveal(opened);
  }, [layout, openName, reveal]);
  return (
    <>
      <div ref={window.ref} className="database-window" {...handlers}>
        {/* biome-ignore lint/a11y/useSemanticElements: no HTML element groups the parts of a drawing. */}
        <svg className="database-map" role="group" aria-label={fill(text.mapLabel, { count: shown.size })}>
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
            <Content layout={layout} map={map} shown={shown} openName={openName} onOpen={onOpen} onFocus={reveal} />
          </g>
        </svg>
      </div>
      <footer className="database-foot">
        <Legend />
        <span className="ch-grow" />
        <ZoomButtons window={window} />
      </footer>
    </>
  );
}

/** What the filter found is brought into view; once the filter is empty again, so is the whole. */
function useFraming(layout: MapLayout, shown: ReadonlySet<string>, map: DatabaseMap, { frame }: MapWindow): void {
  const [framed, setFramed] = useState(shown);
  useEffect(() => {
    if (framed === shown) return;
    setFramed(shown);
    const boxes = layout.boxes.filter(({ name }) => shown.has(name));
    const x = Math.min(...boxes.map((box) => box.x)) - 48;
    const y = Math.min(...boxes.map((box) => box.y)) - 48;
    const width = Math.max(...boxes.map((box) => box.x + box.width)) + 48 - x;
    const height = Math.max(...boxes.map((box) => box.y + box.height)) + 48 - y;
    frame(shown.size === map.tables.length ? { x: 0, y: 0, ...layout } : { x, y, width, height });
  }, [layout, shown, map, frame, framed]);
}

interface ContentProps extends ViewProps {
  readonly layout: MapLayout;
  onFocus(box: Box): void;
}

/** Drawn again only when the map or what is chosen changes, not while it is moved. */
const Content = memo(function Content({ layout, map, shown, openName, onOpen, onFocus }: ContentProps) {
  const [pointed, setPointed] = useState<string>();
  const active = pointed ?? openName;
  const tables = new Map(map.tables.map((table) => [table.name, table]));
  const isTied = ({ relation }: Line) => relation.from === active || relation.to === active;
  const isFound = ({ relation }: Line) => shown.has(relation.from) && shown.has(relation.to);
  const neighbours = new Set(layout.lines.filter(isTied).flatMap(({ relation }) => [relation.from, relation.to]));
  const lines = layout.lines.toSorted((a, b) => Number(isTied(a)) - Number(isTied(b)));
  const stateOf = (name: string) =>
    name === active ? "active" : neighbours.has(name) ? "tied" : shown.has(name) ? undefined : "dim";
  return (
    <>
      <g>
        {lines.map((line) => (
          <g
            key={line.relation.name}
            className="database-line"
            data-state={isTied(line) ? "tied" : active || !isFound(line) ? "dim" : undefined}
          >
            <path d={line.path} />
            <path d={line.ends} />
          </g>
        ))}
      </g>
      {layout.boxes.map((box) => {
        const table = tables.get(box.name);
        return (
          table && (
            <TableBox
              key={box.name}
              box={box}
              table={table}
              state={stateOf(box.name)}
              isReachable={shown.has(box.name)}
              isOpen={box.name === openName}
              onOpen={() => onOpen(box.name)}
              onFocus={() => onFocus(box)}
              onPoint={setPointed}
            />
          )
        );
      })}
    </>
  );
});

const nameMax = 27;
const cut = (name: string): string => (name.length > nameMax ? `${name.slice(0, nameMax - 1)}…` : name);

const signOf = ({ isKey, isForeign }: BoxRow): string => [isKey && "PK", isForeign && "FK"].filter(Boolean).join(" ");

interface TableBoxProps {
  readonly box: Box;
  readonly table: DatabaseTable;
  readonly state: string | undefined;
  readonly isReachable: boolean;
  readonly isOpen: boolean;
  onOpen(): void;
  onFocus(): void;
  onPoint(name: string | undefined): void;
}

function TableBox({ box, table, state, isReachable, isOpen, onOpen, onFocus, onPoint }: TableBoxProps) {
  const { text } = useWords(sysDatabaseMessages);
  const locale = useLocale();
  const facts = { rows: countIn(locale, table.rows), columns: table.columns.length };
  const sub = fill(table.rows === null ? text.onlyColumns : text.rowsAndColumns, facts);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onOpen();
  };
  return (
    // Its texts are its name for assistive technology; the spaces keep them apart.
    // biome-ignore lint/a11y/useSemanticElements: a drawing holds no HTML button.
    <g
      className="database-box"
      data-state={state}
      role="button"
      tabIndex={isReachable ? 0 : -1}
      aria-expanded={isOpen}
      transform={`translate(${box.x} ${box.y})`}
      onClick={onOpen}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && onFocus()}
      onPointerEnter={(event) => event.pointerType === "mouse" && onPoint(box.name)}
      onPointerLeave={() => onPoint(undefined)}
    >
      <rect className="database-face" width={box.width} height={box.height} rx="6" />
      <text className="database-title" x="12" y="20">
        {cut(box.name)}
      </text>{" "}
      <text className="database-sub" x="12" y="37">
        {sub}
      </text>{" "}
      {box.rows.length > 0 && <path className="database-rule" d={`M0 ${headHeight - 2}h${box.width}`} />}
      {box.rows.map((row, index) => (
        <g key={row.column} transform={`translate(0 ${headHeight + (index + 0.5) * rowHeight})`}>
          <text className="database-sign" x="12" dy="0.32em">
            {signOf(row)}
          </text>{" "}
          <text className="database-column" x="54" dy="0.32em">
            {cut(row.column)}
          </text>{" "}
        </g>
      ))}
    </g>
  );
}

function Legend() {
  const { text } = useWords(sysDatabaseMessages);
  return (
    <ul className="database-legend" aria-label={text.legend}>
      <li>
        <Sample ends="M2 3L13 8L2 13M38 3v10" />
        {text.manyToOne}
      </li>
      <li>
        <Sample ends="M10 3v10M38 3v10" />
        {text.oneToOne}
      </li>
      <li>
        <b>PK</b>
        {text.primaryKey}
      </li>
      <li>
        <b>FK</b>
        {text.foreignKey}
      </li>
    </ul>
  );
}

const Sample = ({ ends }: { readonly ends: string }) => (
  <svg width="48" height="16" className="database-line" aria-hidden="true">
    <path d="M2 8h44" />
    <path d={ends} />
  </svg>
);

function ZoomButtons({ window }: { readonly window: MapWindow }) {
  const { text } = useWords(sysDatabaseMessages);
  const buttons = [
    { label: text.zoomOut, icon: Minus, act: window.zoomOut },
    { label: text.zoomIn, icon: Plus, act: window.zoomIn },
    { label: text.zoomFit, icon: Maximize2, act: window.showAll },
  ];
  return (
    <div className="database-zoom" role="toolbar" aria-label={text.map}>
      {buttons.map(({ label, icon: Icon, act }) => (
        <button key={label} type="button" className="ch-icon-btn" aria-label={label} title={label} onClick={act}>
          <Icon size={16} aria-hidden="true" />
        </button>
      ))}
      <span className="database-scale">{fill(text.zoomLevel, { percent: Math.round(window.view.scale * 100) })}</span>
    </div>
  );
}
