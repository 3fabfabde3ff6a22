import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysDatabaseMessages } from "@countinghouse/contract/operations/database/database.messages.ts";
import { useReactFlow, useViewport } from "@xyflow/react";
import { Maximize2, Minus, Plus } from "lucide-react";
import { useWords } from "../../../platform/i18n/use-words.ts";

const bar = "M10 3v10";
const foot = "M2 3L13 8L2 13";

/** The ends of lines: a crow's foot for many, a bar for one. A marker's x axis points into the box at either end. */
export const Markers = () => (
  <svg className="database-markers" aria-hidden="true">
    <defs>
      {[
        ["database-many", "M14 3L3 8L14 13"],
        ["database-one", "M6 3v10"],
      ].map(([id, path]) => (
        <marker
          key={id}
          id={id}
          viewBox="0 0 16 16"
          markerWidth="16"
          markerHeight="16"
          markerUnits="userSpaceOnUse"
          refX="14"
          refY="8"
          orient="auto-start-reverse"
        >
          <path d={path} />
        </marker>
      ))}
    </defs>
  </svg>
);

/** What the signs of the map stand for. */
export function Legend() {
  const { text } = useWords(sysDatabaseMessages);
  return (
    <ul className="database-legend" aria-label={text.legend}>
      <li>
        <Sample ends={`${foot}M38 3v10`} />
        {text.manyToOne}
      </li>
      <li>
        <Sample ends={`${bar}M38 3v10`} />
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

/** Nearer, farther, all of it; and how near. */
export function ZoomButtons() {
  const { text } = useWords(sysDatabaseMessages);
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const { zoom } = useViewport();
  const buttons = [
    { label: text.zoomOut, icon: Minus, act: zoomOut },
    { label: text.zoomIn, icon: Plus, act: zoomIn },
    { label: text.zoomFit, icon: Maximize2, act: fitView },
  ];
  return (
    <div className="database-zoom" role="toolbar" aria-label={text.map}>
      {buttons.map(({ label, icon: Icon, act }) => (
        <button
          key={label}
          type="button"
          className="ch-icon-btn"
          aria-label={label}
          title={label}
          onClick={() => void act()}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      ))}
      <span className="database-scale">{fill(text.zoomLevel, { percent: Math.round(zoom * 100) })}</span>
    </div>
  );
}
