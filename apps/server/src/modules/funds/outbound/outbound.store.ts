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

/** From when requests count, which to leave out, and whether waiting ones count. */
interface Counting {
  readonly since: Date;
  readonly but?: string | undefined;
  readonly isLetGo?: boolean;
}

/**
 * Amount counting towards the daily cap since an instant, in minor units: withdrawals and payout orders requested,
 * resubmitted or released since and not given up. One that waited over midnight counts on the day it leaves.
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
