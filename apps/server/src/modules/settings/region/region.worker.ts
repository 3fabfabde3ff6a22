import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { z } from "zod";
import { rowsIn } from "../../../platform/files/file-parts.ts";
import type { JobRuntime } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { settingOf } from "../config/index.ts";
import { regionQueue } from "./region.service.ts";
import { addMissing, hasRegions, type ShippedRegion } from "./region.store.ts";

const shippedFile = join(import.meta.dirname, "../../../../data/regions.csv");

/** The regions that the server ships; countries are called as the installation's language has it. */
export async function shippedRegions(locale: Locale): Promise<ShippedRegion[]> {
  const regions: ShippedRegion[] = [];
  const style = { encoding: "utf-8", delimiter: ",", rowsMax: Number.POSITIVE_INFINITY };
  for await (const { row, cells } of rowsIn(createReadStream(shippedFile), style)) {
    if (row === 1) continue;
    const [code = "", parentCode = "", level = "", chinese = "", english = "", traditional = "", pinYin = ""] = cells;
    const names = english ? { en: english, "zh-cn": chinese, "zh-tw": traditional } : null;
    regions.push({
      code,
      parentCode: parentCode || null,
      level: Number(level),
      name: names?.[locale] ?? chinese,
      names: names && JSON.stringify(names),
      pinYin: pinYin || null,
    });
  }
  return regions;
}

/** Adds what is missing of the shipped data, level by level, down to the one that the settings name. */
export const regionWorker = ({ config }: Pick<Platform, "config">): JobWorker =>
  defineWorker({
    queue: regionQueue,
    schema: z.object({}),
    handle: async ({ inCommand, logger }) => {
      const shipped = await shippedRegions(config.language);
      const added = await inCommand(
        async (ctx) => {
          const lowest = await settingOf(ctx, "sys_region_sync_level");
          let count = 0;
          for (let level = 0; level <= lowest; level += 1)
            count += await addMissing(
              ctx.db,
              shipped.filter((one) => one.level === level),
            );
          return count;
        },
        { event: "sysRegion.sync" },
      );
      logger.info({ added }, "regions added");
    },
  });

/** Has the regions added where there is none, beside the work of a node that starts. */
export async function fillRegions(
  { db, logger }: Pick<Platform, "db" | "logger">,
  enqueue: JobRuntime["enqueue"],
): Promise<void> {
  try {
    if (!(await hasRegions(db))) await enqueue(db, { queue: regionQueue, data: {} });
  } catch (error) {
    logger.warn({ err: error }, "the regions could not be asked for");
  }
}
