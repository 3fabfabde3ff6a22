import { voidCashoutStates } from "@countinghouse/contract/funds/cashout/cashout.lifecycle.ts";
import { voidPayoutOrderStates } from "@countinghouse/contract/funds/payout-order/payout-order.lifecycle.ts";
import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";

/** A merchant's book in one currency. */
interface OfCurrency {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly currency: string;
}

/** From when on it counts, what does not, and whether what only waits is left out. */
interface Counting {
  readonly since: Date;
  readonly but?: string | undefined;
  readonly isLetGo?: boolean;
}

/**
 * What counts towards the cap of the day that began at an instant, in minor units: what was asked for since, asked for again
 * or let go, and was not given up; withdrawals and payout orders together. What waited over midnight leaves with what is
 * asked for on the day on which it leaves.
 */
export async function countedSince(
  { db }: Pick<Context, "db">,
  { merchantId, mode, currency }: OfCurrency,
  { since, but = "", isLetGo = false }: Counting,
): Promise<bigint> {
  const from = since.toISOString();
  const { rows } = await sql<{ sum: string }>`
    SELECT coalesce(sum(amount), 0)::text AS sum FROM (
      SELECT amount FROM cashouts
       WHERE merchant_id = ${merchantId} AND mode = ${mode} AND currency = ${currency} AND id <> ${but}
         AND status NOT IN (${sql.join([...voidCashoutStates])})
         AND ((NOT ${isLetGo}::boolean AND counted_time IS NULL AND apply_time >= ${from}) OR counted_time >= ${from})
      UNION ALL
      SELECT amount FROM payout_orders
       WHERE merchant_id = ${merchantId} AND mode = ${mode} AND currency = ${currency} AND id <> ${but}
         AND status NOT IN (${sql.join([...voidPayoutOrderStates])}) AND counted_time >= ${from}
         AND NOT (${isLetGo}::boolean AND status IN ('created', 'review'))
    ) AS counted`.execute(db);
  return BigInt(rows[0]?.sum ?? 0);
}
