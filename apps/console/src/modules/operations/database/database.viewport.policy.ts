/** What part of the map is seen: its scale, and where its origin stands in the window. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export const scaleMin = 0.1;
export const scaleMax = 2;
/** Room kept around what is brought into view, in px of the window. */
const room = 24;

const clamp = (scale: number): number => Math.min(scaleMax, Math.max(scaleMin, scale));

/** The whole map in the middle of the window, never larger than life. */
export function fitted(map: Extent, window: Extent): Viewport {
  const scale = clamp(Math.min(1, window.width / Math.max(1, map.width), window.height / Math.max(1, map.height)));
  return { scale, x: (window.width - map.width * scale) / 2, y: (window.height - map.height * scale) / 2 };
}

/** Smallest scale at which the names can be read. */
const readable = 0.55;

/** How the map is first seen: as a whole, or, where it would be too small to read then, from its first tables on. */
export function opening(map: Extent, window: Extent): Viewport {
  const whole = fitted(map, window);
  if (whole.scale >= readable) return whole;
  const start = (size: number, limit: number): number => Math.max(0, (limit - size * readable) / 2);
  return { scale: readable, x: start(map.width, window.width), y: start(map.height, window.height) };
}

/** Nearer or farther, with the point of the map under `at` staying where it is. */
export function zoomed(view: Viewport, factor: number, at: Point): Viewport {
  const scale = clamp(view.scale * factor);
  const grown = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
}

export const moved = (view: Viewport, byX: number, byY: number): Viewport => ({
  ...view,
  x: view.x + byX,
  y: view.y + byY,
});

/** Moves just as far as is needed to see a box of the map; what is too large for the window is seen from its start. */
export function revealing(view: Viewport, box: Point & Extent, window: Extent): Viewport {
  const shift = (start: number, size: number, limit: number): number => {
    const end = start + size;
    if (start < room || size > limit - 2 * room) return room - start;
    return end > limit - room ? limit - room - end : 0;
  };
  const { scale } = view;
  return moved(
    view,
    shift(view.x + box.x * scale, box.width * scale, window.width),
    shift(view.y + box.y * scale, box.height * scale, window.height),
  );
}
