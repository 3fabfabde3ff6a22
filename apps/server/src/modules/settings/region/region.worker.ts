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
import { addMissing, hasRegions, nameInLanguages, type ShippedRegion } from "./region.store.ts";

const folder = join(import.meta.dirname, "../../../../data");

/** The rows of a shipped file, without its header. */
async function* shippedRows(file: string): AsyncGenerator<readonly string[]> {
  const style = { encoding: "utf-8", delimiter: ",", rowsMax: Number.POSITIVE_INFINITY };
  for await (const { row, cells } of rowsIn(createReadStream(join(folder, file)), style)) if (row > 1) yield cells;
}

type Names = Readonly<Partial<Record<Locale, string>>>;

/** Translated names of subdivisions. */
async function translatedNames(): Promise<ReadonlyMap<string, Names>> {
  const names = new Map<string, Names>();
  for await (const [code = "", simplified, traditional] of shippedRows("region-names.csv"))
    names.set(code, {
      ...(simplified ? { "zh-cn": simplified } : {}),
      ...(traditional ? { "zh-tw": traditional } : {}),
    });
  return names;
}

/** The shipped regions, with names in the installation's language where available. */
export async function shippedRegions(locale: Locale): Promise<ShippedRegion[]> {
  const regions: ShippedRegion[] = [];
  const translated = await translatedNames();
  for await (const cells of shippedRows("regions.csv")) {
    const [code = "", parentCode = "", level = "", own = "", english = "", traditional = "", pinYin = ""] = cells;
    const other = translated.get(code);
    const names: Names | null = english
      ? { en: english, "zh-cn": own, "zh-tw": traditional }
      : other
        ? { en: own, ...other }
        : null;
    regions.push({
      code,
      parentCode: parentCode || null,
      level: Number(level),
      name: names?.[locale] ?? own,
      formerName: own,
      names: names && JSON.stringify(names),
      pinYin: pinYin || null,
    });
  }
  return regions;
}

/** Adds missing shipped regions, level by level, down to the configured one. */
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
          for (let level = 0; level <= lowest; level += 1) {
            const ofLevel = shipped.filter((one) => one.level === level);
            count += await addMissing(ctx.db, ofLevel);
            await nameInLanguages(ctx.db, ofLevel);
          }
          return count;
        },
        { event: "sysRegion.sync" },
      );
      logger.info({ added }, "regions added");
    },
  });

/** Queues the import of regions where there are none, in the background of a starting node. */
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
