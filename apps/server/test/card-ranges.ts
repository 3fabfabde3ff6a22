import { commonPrefix } from "../src/modules/gateways/card-range/range-row.policy.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { TestApp } from "./app.ts";
import { unique } from "./people.ts";

interface RangeParts {
  readonly tenantId: number;
  readonly low: string;
  readonly high?: string;
  readonly country: string;
}

/** A card range in force, of a source of its own. */
export async function buildCardRange(
  { platform: { db, clock } }: TestApp,
  { tenantId, low, high = low, country }: RangeParts,
): Promise<{ readonly fileId: string; readonly rangeId: number }> {
  const fileId = newId("crf", clock.now());
  const file = { licence: "test", fileDate: "2026-11-01", fileName: "ranges.csv", fileBytes: 9 };
  await db
    .insertInto("cardRangeFiles")
    .values({ ...file, id: fileId, tenantId, source: unique("Source "), status: "inForce" })
    .execute();
  const { id } = await db
    .insertInto("cardRanges")
    .values({ tenantId, fileId, low, high, prefix: commonPrefix(low.padEnd(11, "0"), high.padEnd(11, "9")), country })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { fileId, rangeId: id };
}
