import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { sysRegionMessages } from "@countinghouse/contract/settings/region/region.messages.ts";
import { RegionRow, sysRegion } from "@countinghouse/contract/settings/region/region.ts";
import { regionImport } from "@countinghouse/contract/settings/region/region-columns.ts";
import type { RegionLevel as RegionLevels } from "@countinghouse/contract/settings/region/region-level.ts";
import { howWritten } from "@countinghouse/contract/text-formats.ts";
import { withoutUndefined } from "../../../platform/db/without-undefined.ts";
import { importHandlers, type JudgedTable, readImport } from "../../../platform/files/table-import.ts";
import type { Context } from "../../../platform/http/context.ts";
import { changeRegion, insertRegion, lockByCode, lockTree, readKnown } from "./region.store.ts";
import { type PlacedRow, place } from "./region-file.policy.ts";

type RegionLevel = ValueOf<typeof RegionLevels>;

/** Judges every row: the resulting region, or why it is refused. */
async function judge(ctx: Context, data: string): Promise<JudgedTable<PlacedRow>> {
  const { locale } = ctx.request;
  const { text } = sysRegionMessages[locale];
  const plan = { resource: sysRegion, table: regionImport, schema: RegionRow, locale, howWritten };
  const { read, faults: unread } = await readImport(data, plan);
  const faults = [...unread];
  const codes = read.flatMap(({ told }) => [told.code, told.parentCode ?? told.code]);
  const known = new Map((await readKnown(ctx, [...new Set(codes)])).map((one) => [one.code, one]));
  const { placed, misplaced } = place(read, known);
  const said = { ...text, tooDeep: sysRegionMessages[locale].refusals.tooDeep };
  for (const { row, told } of read) {
    const why = misplaced.get(row);
    if (why) faults.push({ row, code: told.code, reason: said[why].replace("{name}", told.name) });
  }
  return { placed, changed: placed.filter(({ told }) => known.has(told.code)).length, faults };
}

/** Imports regions from a file: new ones are added, known ones updated. */
export const regionImports = importHandlers(sysRegion, {
  lock: lockTree,
  judge,
  take: async (ctx, placed) => {
    const codes = placed.flatMap(({ told: { code, parentCode } }) => [code, parentCode ?? code]);
    const present = new Map((await lockByCode(ctx, [...new Set(codes)])).map((row) => [row.code, row]));
    for (const { told, level } of placed) {
      const { parentCode, ...values } = told;
      const before = present.get(told.code);
      if (before) await changeRegion(ctx, before, withoutUndefined(values));
      else {
        const pid = (parentCode && present.get(parentCode)?.id) || 0;
        present.set(told.code, await insertRegion(ctx, { ...values, pid, level: level as RegionLevel }));
      }
    }
  },
});
