import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { lowestLevel } from "@countinghouse/contract/settings/region/region-level.ts";
import { assertFresh, lockRow } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import {
  changeRegion,
  findRegion,
  lockTree,
  type RegionRow,
  readBelow,
  readTree,
  regionRecords,
  removeRegions,
} from "./region.store.ts";

type Operations = typeof sysRegion.operations;

/** Queue of the job that adds missing shipped regions. */
export const regionQueue = "regions";

interface Place {
  readonly lng?: string | null | undefined;
  readonly lat?: string | null | undefined;
}

function assertWhole({ lng, lat }: Place): void {
  if ((lng == null) !== (lat == null)) throw refuse("sysRegion.placeHalf");
}

export const listBelow = (ctx: Context, { id }: InputOf<Operations["list"]>): Promise<ResultOf<Operations["list"]>> =>
  readBelow(ctx, id);

/** The parent; undefined for a country. */
async function findAbove(ctx: Context, pid: number): Promise<RegionRow | undefined> {
  if (pid === 0) return undefined;
  const above = await findRegion(ctx, pid);
  if (!above) throw refuse("sysRegion.parentUnknown");
  return above;
}

const levelBelow = (above: RegionRow | undefined): number => (above ? above.level + 1 : 0);

export async function addRegion(ctx: Context, input: InputOf<Operations["add"]>): Promise<number> {
  assertWhole(input);
  await lockTree(ctx);
  const level = levelBelow(await findAbove(ctx, input.pid));
  if (level > lowestLevel) throw refuse("sysRegion.tooDeep", { name: input.name });
  return regionRecords.add(ctx, { ...input, level });
}

export async function updateRegion(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const before = await lockInTree(ctx, input);
  assertWhole({ lng: before.lng, lat: before.lat, ...withoutAbsent(input) });
  // The displayed name sent back unchanged is not a new name.
  const isSame = input.name === before.names?.[ctx.request.locale];
  const level = await carryTo(ctx, before, input.pid);
  const changed = { ...input, name: isSame ? before.name : input.name, level };
  return regionRecords.update(ctx, changed);
}

const withoutAbsent = ({ lng, lat }: Place): Place => ({
  ...(lng === undefined ? {} : { lng }),
  ...(lat === undefined ? {} : { lat }),
});

async function lockInTree(ctx: Context, input: { id: number; version?: number | null | undefined }) {
  await lockTree(ctx);
  const before = await lockRow(ctx, "regions", sysRegion, input.id);
  assertFresh(sysRegion, input.version, before.version);
  return before;
}

/** Moves a region's descendants along with it; answers the region's new level. */
async function carryTo(ctx: Context, region: RegionRow, pid: number): Promise<RegionRow["level"]> {
  const { id, name } = region;
  if (pid === region.pid) return region.level;
  if (pid === id) throw refuse("sysRegion.parentIsSelf", { name });
  const above = await findAbove(ctx, pid);
  const below = (await readTree(ctx, id)).filter((one) => one.id !== id);
  if (above && below.some((one) => one.id === above.id))
    throw refuse("sysRegion.parentIsBelow", { name, parent: above.name });
  const level = levelBelow(above);
  const by = level - region.level;
  if (Math.max(region.level, ...below.map((one) => one.level)) + by > lowestLevel)
    throw refuse("sysRegion.tooDeep", { name });
  if (by !== 0)
    for (const one of below) await changeRegion(ctx, one, { level: (one.level + by) as RegionRow["level"] });
  return level as RegionRow["level"];
}

/** Gap between the order numbers of regions, so that one more fits in by hand. */
const orderStep = 10;

export async function moveRegion(ctx: Context, input: InputOf<Operations["move"]>): Promise<null> {
  const { pid, afterId } = input;
  const region = await lockInTree(ctx, input);
  const level = await carryTo(ctx, region, pid);
  const siblings = (await readBelow(ctx, pid)).filter(({ id }) => id !== region.id);
  const at = afterId == null ? 0 : siblings.findIndex(({ id }) => id === afterId) + 1;
  if (afterId != null && at === 0) throw notFound("sysRegion", afterId);
  await changeRegion(ctx, region, { pid, level, orderNo: (at + 1) * orderStep });
  for (const [index, { id }] of siblings.entries()) {
    const orderNo = (index < at ? index + 1 : index + 2) * orderStep;
    const row = await findRegion(ctx, id);
    if (row && row.orderNo !== orderNo) await changeRegion(ctx, row, { orderNo });
  }
  return null;
}

export async function deleteRegion(ctx: Context, input: InputOf<Operations["delete"]>): Promise<null> {
  const region = await lockInTree(ctx, input);
  await removeRegions(ctx, await readTree(ctx, region.id));
  return null;
}

export async function syncRegions(ctx: Context): Promise<null> {
  await ctx.enqueue({ queue: regionQueue, data: {} });
  return null;
}
