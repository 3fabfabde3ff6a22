/** A place widgets stand in. Its name says where it is on a wide screen; on a phone all zones follow one another. */
export type LayoutZone = "top" | "wide" | "narrow" | "outer" | "left" | "right" | "single";

/**
 * How the page is divided. `lead`: a strip over a wide and a narrow column. `halves`: a strip over two equal columns.
 * `three`: a strip over a wide and two narrow columns, the second of which slips under the first where there is no
 * room. `single`: one column. Divisions that only differ in which side is wide, or that repeat strips further down,
 * are left out: the same can be said by moving widgets.
 */
export const presets = {
  lead: ["top", "wide", "narrow"],
  halves: ["top", "left", "right"],
  three: ["top", "wide", "narrow", "outer"],
  single: ["single"],
} as const satisfies Readonly<Record<string, readonly LayoutZone[]>>;

export type LayoutPreset = keyof typeof presets;
export const presetNames = Object.keys(presets) as LayoutPreset[];

/** Widgets by zone, in the order of the preset's zones. Every widget stands in one place at most. */
export interface WidgetLayout {
  readonly preset: LayoutPreset;
  readonly zones: readonly (readonly string[])[];
}

/** Where a widget stands: the zone's number and the place in it. */
export interface WidgetPlace {
  readonly zone: number;
  readonly index: number;
}

/** The kind of place a widget is made for. */
export type WidgetZoneKind = "top" | "main" | "side";

/** What the layout needs to know of a widget. */
export interface WidgetPlacement {
  readonly id: string;
  readonly home: WidgetZoneKind;
  /** Left out of the standard layout: there for those who want it. */
  readonly isExtra?: boolean;
}

export type MoveDirection = "up" | "down" | "left" | "right";

/** The number of the zone that suits a widget best. */
const zoneFor = (preset: LayoutPreset, home: WidgetZoneKind): number =>
  preset === "single" ? 0 : home === "top" ? 0 : home === "main" ? 1 : 2;

/** The layout everyone starts with: widgets where they are made for, in the order of the list, without the extra ones. */
export function defaultLayout(widgets: readonly WidgetPlacement[]): WidgetLayout {
  const standard = widgets.filter(({ isExtra }) => !isExtra);
  const zones = presets.lead.map((_, zone) =>
    standard.filter(({ home }) => zoneFor("lead", home) === zone).map(({ id }) => id),
  );
  return { preset: "lead", zones };
}

/** Makes a kept layout fit: unknown and doubled widgets go, missing zones come. */
export function fitLayout({ preset, zones }: WidgetLayout, known: readonly WidgetPlacement[]): WidgetLayout {
  const ids = new Set(known.map(({ id }) => id));
  const take = (id: string): boolean => ids.delete(id);
  const fitted = presets[preset].map((_, zone) => (zones[zone] ?? []).filter(take));
  return { preset, zones: fitted };
}

/** Divides the page otherwise. Widgets keep their zone where there is one; from one column each goes where it is made for. */
export function withPreset(
  layout: WidgetLayout,
  preset: LayoutPreset,
  widgets: readonly WidgetPlacement[],
): WidgetLayout {
  if (layout.preset === preset) return layout;
  const homes = new Map(widgets.map(({ id, home }) => [id, home]));
  const last = presets[preset].length - 1;
  const zones: string[][] = presets[preset].map(() => []);
  for (const [zone, ids] of layout.zones.entries()) {
    for (const id of ids) {
      const wanted = layout.preset === "single" ? zoneFor(preset, homes.get(id) ?? "main") : Math.min(zone, last);
      zones[wanted]?.push(id);
    }
  }
  return { preset, zones };
}

/** Where a widget stands, if it is shown. */
export function placeOf({ zones }: WidgetLayout, id: string): WidgetPlace | undefined {
  for (const [zone, ids] of zones.entries()) {
    const index = ids.indexOf(id);
    if (index >= 0) return { zone, index };
  }
  return undefined;
}

/** The layout without a widget. */
export const withoutWidget = ({ preset, zones }: WidgetLayout, id: string): WidgetLayout => ({
  preset,
  zones: zones.map((ids) => ids.filter((one) => one !== id)),
});

/** Puts a widget into a place, counted as if it were not on the page yet. */
export function moveTo(layout: WidgetLayout, id: string, { zone, index }: WidgetPlace): WidgetLayout {
  const { preset, zones } = withoutWidget(layout, id);
  return { preset, zones: zones.map((ids, at) => (at === zone ? ids.toSpliced(index, 0, id) : ids)) };
}

/** Adds a widget at the end of the zone it is made for. */
export function withWidget(layout: WidgetLayout, { id, home }: WidgetPlacement): WidgetLayout {
  const zone = zoneFor(layout.preset, home);
  return moveTo(layout, id, { zone, index: layout.zones[zone]?.length ?? 0 });
}

/** The place one step away, or nothing at the edge. The strip is above the columns; columns stand side by side. */
export function stepFrom(
  { preset, zones }: WidgetLayout,
  { zone, index }: WidgetPlace,
  direction: MoveDirection,
): WidgetPlace | undefined {
  const hasStrip = preset !== "single";
  const size = (number: number): number => zones[number]?.length ?? 0;
  switch (direction) {
    case "up":
      if (index > 0) return { zone, index: index - 1 };
      return hasStrip && zone > 0 ? { zone: 0, index: size(0) } : undefined;
    case "down":
      if (index < size(zone) - 1) return { zone, index: index + 1 };
      return hasStrip && zone === 0 ? { zone: 1, index: 0 } : undefined;
    case "left":
      return zone > 1 ? { zone: zone - 1, index: Math.min(index, size(zone - 1)) } : undefined;
    case "right":
      return hasStrip && zone > 0 && zone < zones.length - 1
        ? { zone: zone + 1, index: Math.min(index, size(zone + 1)) }
        : undefined;
  }
}

/** Whether two layouts look the same. */
export const isSameLayout = (a: WidgetLayout, b: WidgetLayout): boolean => JSON.stringify(a) === JSON.stringify(b);
