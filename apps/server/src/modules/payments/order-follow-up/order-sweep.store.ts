import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** Condition: a row of `table` has not failed in a sweep, or is due again, and its merchant is not paused. */
const hasItsTurn = (table: "payment_attempts" | "coin_orders", now: Date): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM sweep_failures failed
    WHERE failed.merchant_id = ${sql.ref(`${table}.merchant_id`)} AND failed.object_id IN (${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.merchant_id`)})
      AND failed.next_try_time > ${now.toISOString()}::timestamptz)`;

/** Longest delay between two tries, in seconds. */
const longestWaitSeconds = 86_400;

/** Postpones a failing item: a minute at first, doubling each time, a day at most. Answers how often it has failed. */
export async function postponeMerchant(
  db: Db,
  { merchantId, objectId }: { readonly merchantId: string; readonly objectId: string },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    INSERT INTO sweep_failures AS failed (merchant_id, object_id, next_try_time)
    VALUES (${merchantId}, ${objectId}, ${new Date(now.getTime() + 60_000).toISOString()})
    ON CONFLICT (merchant_id, object_id) DO UPDATE
      SET tries = failed.tries + 1,
          next_try_time = ${now.toISOString()}::timestamptz
            + least(60 * 2 ^ least(failed.tries, 20), ${longestWaitSeconds}::int) * interval '1 second'
    RETURNING tries`.execute(db);
  return rows[0]?.tries ?? 1;
}

/** Condition: a row of `table` failed in a sweep before. */
const hasFailed = (table: "payment_attempts" | "coin_orders"): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM sweep_failures failed
    WHERE failed.merchant_id = ${sql.ref(`${table}.merchant_id`)} AND failed.object_id = ${sql.ref(`${table}.id`)})`;

/** Clears the failures of items that succeeded. */
export async function forgetMerchantFailures(
  db: Db,
  done: readonly { readonly merchantId: string; readonly objectId: string }[],
): Promise<void> {
  for (const [merchantId, own] of Map.groupBy(done, (one) => one.merchantId))
    await db
      .deleteFrom("sweepFailures")
      .where("merchantId", "=", merchantId)
      .where(
        "objectId",
        "in",
        own.map(({ objectId }) => objectId),
      )
      .execute();
}

/** Attempts of all merchants with an overdue query, longest overdue first. */
export const overdueAttempts = (db: Db, before: Date, now: Date, limit: number) =>
  db
    .selectFrom("paymentAttempts")
    .select(["merchantId", "orderId", "id as attemptId", hasFailed("payment_attempts").as("hasFailed")])
    .where("nextQueryTime", "<=", before.toISOString())
    .where(hasItsTurn("payment_attempts", now))
    .orderBy("nextQueryTime")
    .limit(limit)
    .execute();

/** Expired orders of all merchants, longest overdue first. */
export const expiredOrders = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom("coinOrders")
    .select(["merchantId", "id as orderId", hasFailed("coin_orders").as("hasFailed")])
    .where("status", "in", ["created", "awaiting"])
    .where("expireTime", "<=", now.toISOString())
    .where(hasItsTurn("coin_orders", now))
    .orderBy("expireTime")
    .limit(limit)
    .execute();
