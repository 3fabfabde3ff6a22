import { cardRange } from "@countinghouse/contract/gateways/card-range/card-range.ts";
import { type Kysely, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { digitsMost, prefixesOf, type ReadRange } from "./range-row.policy.ts";

type Db = Kysely<Tables>;

/**
 * A card number prefix (up to eleven digits) for the issuer look-up, and the tenant whose ranges are searched; null
 * for every tenant's.
 */
export interface CardPrefix {
  readonly tenantId: number | null;
  readonly digits: string;
}

/**
 * The narrowest range that contains every card with these digits; of equal ones the one loaded last. A range is
 * indexed by the common prefix of its ends, so that a dozen keys find all candidates.
 */
export async function rangeOf(
  db: Db,
  { tenantId, digits }: CardPrefix,
): Promise<{ readonly id: number; readonly country: string } | undefined> {
  const known = digits.slice(0, digitsMost);
  const width = (end: "low" | "high") =>
    sql`rpad(${sql.ref(end)}, ${sql.lit(digitsMost)}, ${sql.lit(end === "low" ? "0" : "9")})`;
  const [first, last] = [known.padEnd(digitsMost, "0"), known.padEnd(digitsMost, "9")];
  return db
    .selectFrom("cardRanges")
    .select(["id", "country"])
    .$if(tenantId !== null, (query) => query.where("tenantId", "=", tenantId))
    .where(sql<boolean>`prefix = ANY (${prefixesOf(known)}::text[])`)
    .where(sql<boolean>`${width("low")} <= ${first} AND ${width("high")} >= ${last}`)
    .orderBy(sql`${width("high")}::bigint - ${width("low")}::bigint`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

const describedRanges = (ctx: Context) =>
  from(ctx, "cardRanges")
    .innerJoin("cardRangeFiles", "cardRangeFiles.id", "cardRanges.fileId")
    .select([
      "cardRanges.id",
      "cardRanges.low",
      "cardRanges.high",
      "cardRanges.country",
      "cardRanges.brand",
      "cardRanges.funding",
      "cardRanges.createTime",
      "cardRangeFiles.source",
      "cardRangeFiles.licence",
      "cardRangeFiles.fileDate",
    ]);

/** Ranges as they are read, with the file that each came by. */
export const rangeReads = recordReads({
  table: "cardRanges",
  resource: cardRange,
  describe: describedRanges,
  columns: { source: sql.ref("cardRangeFiles.source") },
});

/** Adds ranges of a file, thousands at once. */
export async function insertRanges(
  db: Db,
  { tenantId, fileId, at }: { readonly tenantId: number; readonly fileId: string; readonly at: Date },
  ranges: readonly ReadRange[],
): Promise<void> {
  // One text parameter: the driver serialises arrays far more slowly.
  await sql`
    INSERT INTO card_ranges (tenant_id, file_id, create_time, low, high, prefix, country, brand, funding)
    SELECT ${tenantId}, ${fileId}, ${at.toISOString()}::timestamptz, row.*
      FROM json_to_recordset(${JSON.stringify(ranges)}::json)
        AS row (low text, high text, prefix text, country text, brand text, funding text)`.execute(db);
}

/** Takes the ranges of a file out; answers how many there were. */
export async function removeRanges(db: Db, fileId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("cardRanges").where("fileId", "=", fileId).executeTakeFirst();
  return Number(numDeletedRows);
}
