import type {
  DatabaseMap,
  DatabaseRelation,
  DatabaseTable,
} from "@countinghouse/contract/operations/database/database.ts";

/** A column that ties its table to others, as a line of the table's box. */
export interface BoxRow {
  readonly column: string;
  readonly isKey: boolean;
  readonly isForeign: boolean;
}

/** Where a table stands on the map. */
export interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rows: readonly BoxRow[];
}

/** A relation drawn from the box that holds the columns to the box they name. */
export interface Line {
  readonly relation: DatabaseRelation;
  readonly path: string;
  /** The signs at both ends: a crow's foot for many, a bar for one. */
  readonly ends: string;
}

export interface MapLayout {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

export const boxWidth = 248;
export const headHeight = 48;
export const rowHeight = 20;
const footHeight = 8;
const gapAcross = 96;
const gapDown = 28;
const margin = 32;
/** Width of the map by its height, about that of a screen. */
const aspect = 1.5;
const sweeps = 6;

/** Places every table without overlap: what is referred to stands left of what refers to it, the unrelated below. */
export function layoutOf({ tables, relations }: DatabaseMap): MapLayout {
  const sizes = tables.map((table) => sizeOf(table, relations));
  const related = new Set(relations.filter(({ from, to }) => from !== to).flatMap(({ from, to }) => [from, to]));
  const inGraph = sizes.filter(({ name }) => related.has(name));
  const area = sizes.reduce((sum, { height }) => sum + (boxWidth + gapAcross) * (height + gapDown), 0);
  const tallest = Math.max(0, ...sizes.map(({ height }) => height));
  const columns = columnsOf(inGraph, relations, Math.max(tallest, Math.sqrt(area / aspect)));
  const graph = stack(ordered(columns, relations));
  const rest = below(
    graph,
    sizes.filter(({ name }) => !related.has(name)),
    area,
  );
  const boxes = [...graph, ...rest];
  return {
    boxes,
    lines: linesOf(boxes, relations),
    width: Math.max(0, ...boxes.map(({ x, width }) => x + width)) + margin,
    height: Math.max(0, ...boxes.map(({ y, height }) => y + height)) + margin,
  };
}

type Size = Omit<Box, "x" | "y">;

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

/**
 * How far each table is from those that refer to none. Tables that refer to each other in a circle are begun with the
 * one most others refer to.
 */
export function layersOf(names: readonly string[], relations: readonly DatabaseRelation[]): Map<string, number> {
  const known = new Set(names);
  const edges = relations.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  const layers = new Map<string, number>();
  let waiting = [...names].sort();
  while (waiting.length > 0) {
    const open = edges.filter(({ from, to }) => !layers.has(from) && !layers.has(to));
    const free = waiting.filter((name) => open.every(({ from }) => from !== name));
    const weight = (name: string) =>
      open.reduce((sum, { from, to }) => sum + (to === name ? 1 : 0) - (from === name ? 1 : 0), 0);
    const next = free.length > 0 ? free : [...waiting].sort((a, b) => weight(b) - weight(a)).slice(0, 1);
    const found = next.map((name) => {
      const targets = edges.flatMap(({ from, to }) => (from === name ? (layers.get(to) ?? []) : []));
      return [name, targets.length > 0 ? Math.max(...targets) + 1 : 0] as const;
    });
    for (const [name, layer] of found) layers.set(name, layer);
    waiting = waiting.filter((name) => !layers.has(name));
  }
  return layers;
}

/** The layers as columns; one that would grow too tall goes on beside itself. */
function columnsOf(sizes: readonly Size[], relations: readonly DatabaseRelation[], heightMax: number): Size[][] {
  const layers = layersOf(
    sizes.map(({ name }) => name),
    relations,
  );
  const columns: Size[][] = [];
  for (let layer = 0; layer <= Math.max(-1, ...layers.values()); layer += 1) {
    const members = sizes.filter(({ name }) => layers.get(name) === layer);
    const total = members.reduce((sum, { height }) => sum + height + gapDown, 0);
    const share = total / Math.ceil(total / (heightMax + gapDown));
    let column: Size[] = [];
    let filled = 0;
    for (const member of members) {
      if (column.length > 0 && filled + member.height / 2 > share) {
        columns.push(column);
        column = [];
        filled = 0;
      }
      column.push(member);
      filled += member.height + gapDown;
    }
    if (column.length > 0) columns.push(column);
  }
  return columns;
}

/** Orders each column by where the tables stand that its own are tied to, back and forth until lines cross less. */
function ordered(columns: readonly Size[][], relations: readonly DatabaseRelation[]): Size[][] {
  const result = columns.map((column) => [...column]);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const turn = sweep % 2 === 0 ? result : result.toReversed();
    for (const column of turn) {
      const places = new Map(stack(result).map((box) => [box.name, box.y + box.height / 2]));
      const mean = (name: string): number => {
        const tied = relations.flatMap(({ from, to }) => (from === name ? [to] : to === name ? [from] : []));
        const at = tied.flatMap((other) => (other === name ? [] : (places.get(other) ?? [])));
        return at.length > 0 ? at.reduce((sum, y) => sum + y, 0) / at.length : (places.get(name) ?? 0);
      };
      const means = new Map(column.map(({ name }) => [name, mean(name)]));
      column.sort((a, b) => (means.get(a.name) ?? 0) - (means.get(b.name) ?? 0) || a.name.localeCompare(b.name));
    }
  }
  return result;
}

/** Columns side by side, each around the middle of the tallest. */
function stack(columns: readonly Size[][]): Box[] {
  const heights = columns.map((column) => column.reduce((sum, { height }) => sum + height + gapDown, -gapDown));
  const tallest = Math.max(0, ...heights);
  return columns.flatMap((column, index) => {
    let y = margin + (tallest - (heights[index] ?? 0)) / 2;
    return column.map((size) => {
      const box = { ...size, x: margin + index * (boxWidth + gapAcross), y };
      y += size.height + gapDown;
      return box;
    });
  });
}

/** Tables without a relation, each in the shortest column below the graph. */
function below(graph: readonly Box[], sizes: readonly Size[], area: number): Box[] {
  const bottom = Math.max(margin - gapDown * 2, ...graph.map(({ y, height }) => y + height)) + gapDown * 2;
  const right = Math.max(Math.sqrt(area * aspect), ...graph.map(({ x, width }) => x + width));
  const step = boxWidth + gapDown;
  const ends = Array.from({ length: Math.max(1, Math.floor((right - margin + gapDown) / step)) }, () => bottom);
  return sizes.map((size) => {
    const column = ends.indexOf(Math.min(...ends));
    const y = ends[column] ?? bottom;
    ends[column] = y + size.height + gapDown;
    return { ...size, x: margin + column * step, y };
  });
}

const portOf = ({ y, rows }: Box, column: string): number => {
  const at = rows.findIndex((row) => row.column === column);
  return at < 0 ? y + headHeight / 2 : y + headHeight + (at + 0.5) * rowHeight;
};

function linesOf(boxes: readonly Box[], relations: readonly DatabaseRelation[]): Line[] {
  const byName = new Map(boxes.map((box) => [box.name, box]));
  return relations.flatMap((relation) => {
    const [source, target, first] = [byName.get(relation.from), byName.get(relation.to), relation.columns[0]];
    if (!source || !target || !first) return [];
    return [{ relation, ...drawn(source, target, first, relation.kind) }];
  });
}

/** 1 leaves a box at its right side, -1 at its left. */
type Side = 1 | -1;

function drawn(source: Box, target: Box, port: { from: string; to: string }, kind: DatabaseRelation["kind"]) {
  const leaves: Side = target.x < source.x ? -1 : 1;
  const arrives: Side = target.x > source.x ? -1 : 1;
  const a = { x: leaves > 0 ? source.x + source.width : source.x, y: portOf(source, port.from) };
  const b = { x: arrives > 0 ? target.x + target.width : target.x, y: portOf(target, port.to) };
  // Beside each other: half way. In one column, or within one box: around its side.
  const bend = target.x === source.x ? gapAcross / 2 : Math.max(gapAcross / 2, Math.abs(b.x - a.x) / 2);
  const path = `M${a.x} ${a.y}C${a.x + leaves * bend} ${a.y} ${b.x + arrives * bend} ${b.y} ${b.x} ${b.y}`;
  return { path, ends: (kind === "oneToOne" ? bar : foot)(a, leaves) + bar(b, arrives) };
}

type Sign = (at: { readonly x: number; readonly y: number }, side: Side) => string;
const bar: Sign = ({ x, y }, side) => `M${x + side * 8} ${y - 5}v10`;
const foot: Sign = ({ x, y }, side) => `M${x} ${y - 5}L${x + side * 11} ${y}L${x} ${y + 5}`;
