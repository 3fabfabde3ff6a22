import type { RegionRow } from "@countinghouse/contract/settings/region/region.ts";
import { lowestLevel } from "@countinghouse/contract/settings/region/region-level.ts";

/** Why a row cannot be placed in the tree. */
export type Misplaced = "repeated" | "moved" | "parentMissing" | "circle" | "tooDeep";

/** An existing region. */
export interface KnownRegion {
  readonly level: number;
  readonly parentCode: string | null;
}

interface ReadRegion {
  readonly row: number;
  readonly told: RegionRow;
}

/** A row with its place. */
export interface PlacedRow extends ReadRegion {
  readonly level: number;
}

/**
 * Places every row, parents before children; `known` are the existing regions with codes from the file. A file updates
 * a region's data, but never moves it: its descendants would move unseen.
 */
export function place(
  rows: readonly ReadRegion[],
  known: ReadonlyMap<string, KnownRegion>,
): { readonly placed: readonly PlacedRow[]; readonly misplaced: ReadonlyMap<number, Misplaced> } {
  const misplaced = new Map<number, Misplaced>();
  const byCode = new Map<string, ReadRegion>();
  for (const one of rows) {
    if (byCode.has(one.told.code)) misplaced.set(one.row, "repeated");
    else byCode.set(one.told.code, one);
  }
  const levelOf = (code: string, above: readonly string[]): number | Misplaced => {
    const there = known.get(code);
    if (there) return there.level;
    if (above.includes(code)) return "circle";
    const row = byCode.get(code);
    if (!row) return "parentMissing";
    const { parentCode } = row.told;
    if (!parentCode) return 0;
    const atop = levelOf(parentCode, [...above, code]);
    if (typeof atop !== "number") return atop;
    return atop < lowestLevel ? atop + 1 : "tooDeep";
  };
  const placed: PlacedRow[] = [];
  for (const one of byCode.values()) {
    const { code, parentCode } = one.told;
    const there = known.get(code);
    const isMoved = there !== undefined && parentCode !== undefined && parentCode !== there.parentCode;
    const level = isMoved ? "moved" : levelOf(code, []);
    if (typeof level === "number") placed.push({ ...one, level });
    else misplaced.set(one.row, level);
  }
  return { placed: placed.sort((a, b) => a.level - b.level || a.row - b.row), misplaced };
}
