import type { WidgetPlace } from "./home.layout.policy.ts";

/** Edges of a box on the screen, in CSS pixels. */
export interface ScreenBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A zone with the boxes of what stands in it, the dragged one left out. */
export interface ZoneBoxes extends ScreenBox {
  readonly items: readonly ScreenBox[];
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

const between = (value: number, low: number, high: number): number => Math.max(low - value, value - high, 0);

const distance = ({ x, y }: ScreenPoint, { left, right, top, bottom }: ScreenBox): number =>
  Math.hypot(between(x, left, right), between(y, top, bottom));

/** Where something dropped at a point goes: into the nearest zone, before the first box whose middle is further down. */
export function dropPlace(point: ScreenPoint, zones: readonly ZoneBoxes[]): WidgetPlace | undefined {
  let zone = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [number, box] of zones.entries()) {
    const away = distance(point, box);
    if (away < nearest) [zone, nearest] = [number, away];
  }
  const items = zones[zone]?.items;
  if (!items) return undefined;
  const before = items.findIndex(({ top, bottom }) => point.y < (top + bottom) / 2);
  return { zone, index: before < 0 ? items.length : before };
}
