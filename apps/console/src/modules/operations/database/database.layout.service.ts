import type {
  DatabaseMap,
  DatabaseRelation,
  DatabaseTable,
} from "@countinghouse/contract/operations/database/database.ts";
import { Graph, layout } from "@dagrejs/dagre";

/** A column that ties its table to others, as a line of the table's box. */
export interface BoxRow {
  readonly column: string;
  readonly isKey: boolean;
  readonly isForeign: boolean;
}

/** Where a table stands on the map. */
export interface TableBounds {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rows: readonly BoxRow[];
}

type Size = Omit<TableBounds, "x" | "y">;

export const boxWidth = 248;
export const headHeight = 48;
export const rowHeight = 20;
const footHeight = 8;
const gapAcross = 96;
const gapDown = 28;
/** Width of the map by its height, about that of a screen. */
const aspect = 1.5;

function sizeOf({ name, columns }: DatabaseTable, relations: readonly DatabaseRelation[]): Size {
  const foreign = new Set(
    relations.filter(({ from }) => from === name).flatMap((relation) => relation.columns.map(({ from }) => from)),
  );
  const rows = columns
    .filter((column) => column.isKey || foreign.has(column.name))
    .map((column) => ({ column: column.name, isKey: column.isKey, isForeign: foreign.has(column.name) }));
  const height = headHeight + (rows.length > 0 ? rows.length * rowHeight + footHeight : 0);
  return { name, rows, width: boxWidth, height };
}

/** Places every table without overlap: what is referred to stands left of what refers to it, the unrelated come last. */
export function layoutOf({ tables, relations }: DatabaseMap): TableBounds[] {
  const sizes = tables.map((table) => sizeOf(table, relations));
  const known = new Set(sizes.map(({ name }) => name));
  const ties = relations.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  const related = new Set(ties.flatMap(({ from, to }) => [from, to]));
  const area = sizes.reduce((sum, { height }) => sum + (boxWidth + gapAcross) * (height + gapDown), 0);
  const heightMax = Math.max(Math.sqrt(area / aspect), ...sizes.map(({ height }) => height));
  const ranks = ranksOf(
    sizes.filter(({ name }) => related.has(name)),
    ties,
  );
  const unrelated = sizes.filter(({ name }) => !related.has(name));
  return stacked([...ranks, unrelated].flatMap((rank) => wrapped(rank, heightMax)));
}

/** The columns of tables that dagre finds, each in the order in which its lines cross least. */
function ranksOf(sizes: readonly Size[], ties: readonly DatabaseRelation[]): Size[][] {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: gapDown, ranksep: gapAcross });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name, width, height } of sizes) graph.setNode(name, { width, height });
  for (const { name, from, to } of ties) graph.setEdge(to, from, {}, name);
  layout(graph);
  const placed = sizes.map((size) => ({ size, at: graph.node(size.name) }));
  const columns = Map.groupBy(placed, ({ at }) => Math.round(at.x ?? 0));
  return [...columns]
    .sort(([one], [other]) => one - other)
    .map(([, column]) => column.sort((a, b) => (a.at.y ?? 0) - (b.at.y ?? 0)).map(({ size }) => size));
}

/** A column, and beside it what would make it far taller than a screen is wide: many tables refer to a few. */
function wrapped(column: readonly Size[], heightMax: number): Size[][] {
  const total = column.reduce((sum, { height }) => sum + height + gapDown, 0);
  const share = total / Math.ceil(total / (heightMax + gapDown));
  const parts: Size[][] = [];
  let filled = 0;
  for (const size of column) {
    const part = Math.floor((filled + size.height / 2) / share);
    parts[part] = [...(parts[part] ?? []), size];
    filled += size.height + gapDown;
  }
  return parts.filter((part) => part.length > 0);
}

/** Columns side by side, each around the middle of the tallest. */
function stacked(columns: readonly Size[][]): TableBounds[] {
  const heights = columns.map((column) => column.reduce((sum, { height }) => sum + height + gapDown, -gapDown));
  const tallest = Math.max(0, ...heights);
  return columns.flatMap((column, index) => {
    let y = (tallest - (heights[index] ?? 0)) / 2;
    return column.map((size) => {
      const box = { ...size, x: index * (boxWidth + gapAcross), y };
      y += size.height + gapDown;
      return box;
    });
  });
}

/** The middle of a column's line in its box; of the head for a column that has none. */
export const portOf = (rows: readonly BoxRow[], column: string): number => {
  const at = rows.findIndex((row) => row.column === column);
  return at < 0 ? headHeight / 2 : headHeight + (at + 0.5) * rowHeight;
};
