import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { longestCall } from "../../gateways/gateway-account/index.ts";

type Db = Kysely<Tables>;

/** Whether a row of `table` did not fail in a sweep, or has its turn again. */
export const hasItsTurn = (table: "payment_attempts" | "coin_orders", now: Date): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM sweep_failures failed
    WHERE failed.merchant_id = ${sql.ref(`${table}.merchant_id`)} AND failed.object_id = ${sql.ref(`${table}.id`)}
      AND failed.next_try_time > ${now.toISOString()}::timestamptz)`;

/** The longest time between two tries of what failed. */
const longestWaitSeconds = 86_400;

/**
 * Sends what failed in a sweep behind everything else: a minute at first, twice as long each time, a day at most.
 * Answers how often it has failed.
 */
export async function putOff(
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

/** Whether a row of `table` failed in a sweep before. */
export const hasFailed = (table: "payment_attempts" | "coin_orders"): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM sweep_failures failed
    WHERE failed.merchant_id = ${sql.ref(`${table}.merchant_id`)} AND failed.object_id = ${sql.ref(`${table}.id`)})`;

/** Forgets the failures of what went through. */
export async function forgetFailures(
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

/** When a call that begins now is looked after, should its answer never be written down: not while it may still run. */
export const lostAt = ({ now }: Pick<Context, "now">, gatewayAccountId: string): RawBuilder<string> =>
  sql<string>`${now.toISOString()}::timestamptz + ${longestCall(gatewayAccountId)}`;

/** Attempts of all merchants whose gateway was to be asked by now, the longest overdue first. */
export const overdueAttempts = (db: Db, before: Date, now: Date, limit: number) =>
  db
    .selectFrom("paymentAttempts")
    .select(["merchantId", "orderId", "id as attemptId", hasFailed("payment_attempts").as("hasFailed")])
    .where("nextQueryTime", "<=", before.toISOString())
    .where(hasItsTurn("payment_attempts", now))
    .orderBy("nextQueryTime")
    .limit(limit)
    .execute();

/** The attempt a gateway's word is about: by our number, else by the gateway's own, and of that account alone. */
export async function findAttemptOfWord(
  db: Db,
  word: {
    readonly gatewayAccountId: string;
    readonly attemptNo: string | null;
    readonly upstreamIntentId: string | null;
    readonly upstreamAttemptId: string | null;
  },
) {
  const of = () =>
    db
      .selectFrom("paymentAttempts")
      .select(["merchantId", "orderId", "id as attemptId"])
      .where("gatewayAccountId", "=", word.gatewayAccountId);
  const { attemptNo, upstreamAttemptId, upstreamIntentId } = word;
  const byNumber = attemptNo === null ? undefined : await of().where("attemptNo", "=", attemptNo).executeTakeFirst();
  if (byNumber) return byNumber;
  const byAttempt =
    upstreamAttemptId === null
      ? undefined
      : await of().where("upstreamAttemptId", "=", upstreamAttemptId).executeTakeFirst();
  if (byAttempt || upstreamIntentId === null) return byAttempt;
  return of().where("upstreamIntentId", "=", upstreamIntentId).executeTakeFirst();
}

interface Ref {
  readonly merchantId: string;
  readonly orderId: string;
}

/** An attempt as it stands, read outside a transaction to decide whether a call is still wanted. */
export const readAttempt = (db: Db, { merchantId, attemptId }: Ref & { readonly attemptId: string }) =>
  db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", attemptId)
    .executeTakeFirst();

/** The attempts of an order that wait for the gateway or for the payer. */
export const openAttempts = (db: Db, { merchantId, orderId }: Ref) =>
  db
    .selectFrom("paymentAttempts")
    .select(["merchantId", "orderId", "id as attemptId"])
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .where("status", "in", ["initiated", "submitting", "unknown", "authentication_pending", "capture_pending"])
    .orderBy("seq")
    .execute();

/** Whether an order waits for its capture: what is reserved for it may still be taken. */
export async function awaitsCapture(db: Db, { merchantId, orderId }: Ref): Promise<boolean> {
  const order = await db
    .selectFrom("coinOrders")
    .select("awaitingReason")
    .where("merchantId", "=", merchantId)
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return order.awaitingReason === "capture";
}
