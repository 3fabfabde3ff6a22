import { html, type Markup, trusted } from "../../../platform/http/html.ts";

/** Column and row of each status in the grid. The transitions come from the lifecycle. */
const places: Readonly<Record<string, readonly [number, number]>> = {
  created: [0, 1],
  awaiting: [1, 1],
  pending: [2, 1],
  paid: [3, 0],
  failed: [3, 1],
  canceled: [3, 2],
};

const width = 96;
const height = 34;
const across = 190;
const down = 74;

interface Box {
  readonly x: number;
  readonly y: number;
}

const boxOf = (status: string): Box | undefined => {
  const place = places[status];
  return place && { x: 8 + place[0] * across, y: 26 + place[1] * down };
};

/** A line between the nearest sides of two boxes; it bends around a box in between. */
function line(from: Box, to: Box, isBack: boolean): string {
  const columns = Math.round((to.x - from.x) / across);
  const [left, right] = columns > 0 ? [from.x + width, to.x] : [from.x, to.x + width];
  const middle = { from: from.y + height / 2, to: to.y + height / 2 };
  if (columns === 0) return `M${from.x + width / 2} ${from.y + height}V${to.y}`;
  if (Math.abs(columns) === 1 && from.y === to.y) {
    const shift = isBack ? 7 : -7;
    return `M${left} ${middle.from + shift}H${right}`;
  }
  if (from.y === to.y) {
    const bow = from.y - 34;
    return `M${from.x + width / 2} ${from.y}C${from.x + width / 2} ${bow} ${to.x + width / 2} ${bow} ${to.x + width / 2} ${to.y}`;
  }
  const isUp = to.y < from.y;
  const start = { x: from.x + width / 2 + (columns - 1) * 8, y: isUp ? from.y : from.y + height };
  return `M${start.x} ${start.y}C${start.x} ${middle.to} ${start.x + 40} ${middle.to} ${to.x} ${middle.to}`;
}

/** The order lifecycle as a diagram; the list next to it has the same content as text. */
export function flowDiagram(moves: readonly (readonly [string, readonly string[]])[]): Markup {
  const order = moves.map(([status]) => status);
  const lines = moves.flatMap(([status, next]) =>
    next.flatMap((to) => {
      const [a, b] = [boxOf(status), boxOf(to)];
      return a && b ? [line(a, b, order.indexOf(to) < order.indexOf(status))] : [];
    }),
  );
  const boxes = order.flatMap((status) => {
    const box = boxOf(status);
    return box
      ? [
          html`<g${status === "paid" && html` class="good"`}><rect x="${box.x}" y="${box.y}" width="${width}" height="${height}" rx="6"/><text x="${box.x + width / 2}" y="${box.y + 22}">${status}</text></g>`,
        ]
      : [];
  });
  return html`<svg class="flow" viewBox="0 0 682 220" aria-hidden="true"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>${lines.map((path) => html`<path d="${trusted(path)}" marker-end="url(#tip)"/>`)}${boxes}</svg>`;
}
