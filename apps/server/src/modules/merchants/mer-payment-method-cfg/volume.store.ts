import { sql } from "kysely";
import { write } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";

type Reader = Pick<Context, "db">;

interface Counted {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly currency: string;
}

/** Minor units captured per month; a month without captures is absent. */
export async function readVolumes(
  ctx: Reader,
  { merchantId, mode, currency }: Counted,
  months: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await ctx.db
    .selectFrom("merchantVolumes")
    .select(["month", "captured"])
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("currency", "=", currency)
    .where("month", "in", [...months])
    .execute();
  return new Map(rows.map(({ month, captured }) => [month, BigInt(captured)]));
}

/** Minor units captured in a month. */
export const capturedIn = async (
  ctx: Reader,
  { month, ...whose }: Counted & { readonly month: string },
): Promise<bigint> => (await readVolumes(ctx, whose, [month])).get(month) ?? 0n;

/**
 * Locks a month's volume until the end of the transaction, so that captures priced by it run one after the other and
 * each sees the amounts of those before it. Transactions that also post to the ledger lock the volume first.
 */
export async function holdVolume(
  ctx: Reader,
  { merchantId, mode, currency, month }: Counted & { readonly month: string },
): Promise<void> {
  await ctx.db
    .insertInto("merchantVolumes")
    .values({ merchantId, mode, currency, month, captured: "0" })
    .onConflict((conflict) =>
      conflict
        .columns(["merchantId", "mode", "month", "currency"])
        .doUpdateSet({ captured: sql<string>`merchant_volumes.captured` }),
    )
    .execute();
}

/** Adds to a month's volume in one statement, so that concurrent captures are all counted. */
export async function addVolume(
  ctx: Reader,
  { merchantId, mode, currency, month, captured }: Counted & { readonly month: string; readonly captured: string },
): Promise<void> {
  const added = ctx.db
    .insertInto("merchantVolumes")
    .values({ merchantId, mode, currency, month, captured })
    .onConflict((conflict) =>
      conflict
        .columns(["merchantId", "mode", "month", "currency"])
        .doUpdateSet({ captured: sql<string>`merchant_volumes.captured + excluded.captured` }),
    );
  await write(ctx.db, added.compile());
}
