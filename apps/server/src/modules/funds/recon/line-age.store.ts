import type { ReconAge, ReconDetail } from "@countinghouse/contract/funds/recon/recon.ts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";

interface AgedLines {
  readonly table: "recon_items" | "bank_lines";
  /** Condition for open lines. */
  readonly where: RawBuilder<unknown>;
  /** The summed column, without its sign. */
  readonly amount: "difference" | "amount";
}

/** Open lines of a file by their age. */
export async function agesOfLines(
  { db, now }: Pick<Context, "db" | "now">,
  { table, where, amount }: AgedLines,
  currency: string,
): Promise<ReconDetail["ages"]> {
  const { rows } = await sql<ReconDetail["ages"][number] & { age: ReconAge }>`
    WITH aged AS (
      SELECT abs(${sql.ref(amount)}) AS amount,
             ${now.toISOString().slice(0, 10)}::date - (since AT TIME ZONE 'UTC')::date AS days
        FROM ${sql.table(table)} WHERE ${where})
    SELECT CASE WHEN days < 1 THEN 'today' WHEN days < 3 THEN 'days2' WHEN days < 8 THEN 'days7'
                WHEN days < 31 THEN 'days30' ELSE 'longer' END AS age,
           count(*)::integer AS count, ${currency} AS currency, sum(amount)::text AS amount
      FROM aged GROUP BY 1`.execute(db);
  return rows;
}
