import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysDatabaseMessages } from "@countinghouse/contract/operations/database/database.messages.ts";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { type Edge, MiniMap, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { countIn } from "./database.facts.policy.ts";
import { layoutOf, type TableBounds } from "./database.layout.service.ts";
import { Legend, Markers, ZoomButtons } from "./database.legend.part.tsx";
import { TableBox, type TableNode } from "./database.node.part.tsx";
import type { ViewProps } from "./database.rows.part.tsx";

const nodeTypes = { table: TableBox };
const keyStep = 64;
const zoomStep = 1.25;
/** Least scale at which names can be read, and the one at which a map opens that is larger than its window. */
const [readable, openingZoom] = [0.5, 0.75];
/** Room at the left of the first column, in px. */
const margin = 24;

/** The tables as boxes and their relations as lines, in a window that is dragged and zoomed. */
export function DatabaseGraph(props: ViewProps) {
  return (
    <ReactFlowProvider>
      <Window {...props} />
    </ReactFlowProvider>
  );
}

function Window(props: ViewProps) {
  const { map, shown, openName, onOpen } = props;
  const { text } = useWords(sysDatabaseMessages);
  const flow = useReactFlow<TableNode>();
  const boxes = useMemo(() => layoutOf(map), [map]);
  const [pointed, setPointed] = useState<string>();
  const { nodes, edges } = useContent(props, boxes, pointed ?? openName);
  const window = useRef<HTMLDivElement>(null);
  useFraming({ shown, openName, window }, boxes);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const table = event.target instanceof Element ? event.target.closest<HTMLElement>(".react-flow__node") : null;
    const { x, y, zoom } = flow.getViewport();
    const step = steps.get(event.key);
    const factor = factors.get(event.key);
    if (step) void flow.setViewport({ x: x + step.x, y: y + step.y, zoom });
    else if (factor) void flow.zoomTo(zoom * factor);
    else if (event.key === "0") void flow.fitView();
    else if (table?.dataset.id && (event.key === "Enter" || event.key === " ")) onOpen(table.dataset.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no HTML element groups the parts of a drawing. */}
      <div
        ref={window}
        className="database-window"
        role="group"
        aria-label={fill(text.mapLabel, { count: shown.size })}
        onKeyDown={onKeyDown}
      >
        <Markers />
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          minZoom={0.1}
          maxZoom={2}
          nodesDraggable={false}
          nodesConnectable={false}
          elementsSelectable={false}
          edgesFocusable={false}
          ariaLabelConfig={{ "node.a11yDescription.default": text.boxHint, "minimap.ariaLabel": text.overview }}
          proOptions={{ hideAttribution: true }}
          onNodeClick={(_event, { id }) => onOpen(id)}
          onNodeMouseEnter={(_event, { id }) => setPointed(id)}
          onNodeMouseLeave={() => setPointed(undefined)}
        >
          {usePhone() ? null : (
            <MiniMap pannable zoomable className="database-overview" style={{ width: 160, height: 110 }} />
          )}
        </ReactFlow>
      </div>
      <footer className="database-foot">
        <Legend />
        <span className="ch-grow" />
        <ZoomButtons />
      </footer>
    </>
  );
}

/** How the arrow keys move the map: it goes the other way than what looks at it. */
const steps: ReadonlyMap<string, { readonly x: number; readonly y: number }> = new Map([
  ["ArrowLeft", { x: keyStep, y: 0 }],
  ["ArrowRight", { x: -keyStep, y: 0 }],
  ["ArrowUp", { x: 0, y: keyStep }],
  ["ArrowDown", { x: 0, y: -keyStep }],
]);
const factors: ReadonlyMap<string, number> = new Map([
  ["+", zoomStep],
  ["=", zoomStep],
  ["-", 1 / zoomStep],
]);

/** Boxes and lines, those of the active table and its neighbours brought out. */
function useContent({ map, shown, openName }: ViewProps, boxes: readonly TableBounds[], active: string | undefined) {
  const { text } = useWords(sysDatabaseMessages);
  const locale = useLocale();
  return useMemo(() => {
    const places = new Map(boxes.map((box) => [box.name, box]));
    const isTied = (relation: { from: string; to: string }) => relation.from === active || relation.to === active;
    const neighbours = new Set(map.relations.filter(isTied).flatMap(({ from, to }) => [from, to]));
    const nodes = map.tables.flatMap((table): TableNode[] => {
      const { name } = table;
      const box = places.get(name);
      if (!box) return [];
      const counts = { rows: countIn(locale, table.rows), columns: table.columns.length };
      const facts = fill(table.rows === null ? text.onlyColumns : text.rowsAndColumns, counts);
      const state = name === active ? "active" : neighbours.has(name) ? "tied" : shown.has(name) ? undefined : "dim";
      return [
        {
          id: name,
          type: "table",
          position: { x: box.x, y: box.y },
          width: box.width,
          height: box.height,
          focusable: shown.has(name),
          ariaRole: "button",
          ariaLabel: `${name}, ${facts}`,
          domAttributes: { "aria-expanded": name === openName, "aria-roledescription": undefined },
          data: { name, facts, rows: box.rows, state },
        },
      ];
    });
    const edges = map.relations.flatMap((relation): Edge[] => {
      const [from, to, first] = [places.get(relation.from), places.get(relation.to), relation.columns[0]];
      if (!from || !to || !first) return [];
      const isDim = active ? !isTied(relation) : !(shown.has(relation.from) && shown.has(relation.to));
      const port = (box: TableBounds, column: string) => (box.rows.some((row) => row.column === column) ? column : "");
      return [
        {
          id: relation.name,
          source: relation.from,
          target: relation.to,
          sourceHandle: `${port(from, first.from)} ${to.x < from.x ? "left" : "right"}`,
          targetHandle: `${port(to, first.to)} ${to.x <= from.x ? "right" : "left"}`,
          markerStart: relation.kind === "oneToOne" ? "database-one" : "database-many",
          markerEnd: "database-one",
          className: isTied(relation) ? "database-tied" : isDim ? "database-dim" : "",
          zIndex: isTied(relation) ? 1 : 0,
        },
      ];
    });
    return { nodes, edges };
  }, [map, shown, openName, boxes, active, text, locale]);
}

/**
 * Opens with all of a map that can be read as a whole, and with the first columns of a larger one; then what the filter
 * finds, and the table that is opened, are brought into view.
 */
function useFraming(
  { shown, openName, window }: Pick<ViewProps, "shown" | "openName"> & { window: RefObject<HTMLElement | null> },
  boxes: readonly TableBounds[],
): void {
  const { fitView, setCenter, getZoom } = useReactFlow();
  const isFirst = useRef(true);
  useEffect(() => {
    const nodes = boxes.filter(({ name }) => shown.has(name)).map(({ name }) => ({ id: name }));
    const { clientWidth = 0, clientHeight = 0 } = window.current ?? {};
    const width = Math.max(...boxes.map((box) => box.x + box.width));
    const height = Math.max(...boxes.map((box) => box.y + box.height));
    const isReadable = Math.min(clientWidth / width, clientHeight / height) >= readable;
    if (isFirst.current && nodes.length === boxes.length && !isReadable)
      void setCenter((clientWidth / 2 - margin) / openingZoom, height / 2, { zoom: openingZoom });
    else void fitView({ nodes, padding: 0.04, maxZoom: 1 });
    isFirst.current = false;
  }, [boxes, shown, window, fitView, setCenter]);
  useEffect(() => {
    const box = boxes.find(({ name }) => name === openName);
    if (box) void setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: Math.max(readable, getZoom()) });
  }, [boxes, openName, setCenter, getZoom]);
}
