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

/** What a gateway's word names. */
interface Named {
  readonly gatewayAccountId: string;
  readonly orderNo: string | null;
  readonly attemptNo: string | null;
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string | null;
}

const nameColumns = ["merchantId", "orderId", "id as attemptId"] as const;

/** The attempt a gateway's word is about, of the account that it came over alone. */
export const findAttemptOfWord = (db: Db, word: Named & { readonly merchantId: string | null }) => {
  const { merchantId, orderNo } = word;
  // A payment that was begun before gateways were told its merchant, and an event that does not tell it again.
  return merchantId === null || orderNo === null
    ? findUnnamed(db, word)
    : findNamed(db, { ...word, merchantId, orderNo });
};

const numbers = ["attemptNo", "upstreamAttemptId", "upstreamIntentId"] as const;

/** Of the attempts that may be meant, the one of our number, else of the gateway's. */
function meant<Row extends Pick<Named, (typeof numbers)[number]>>(rows: readonly Row[], word: Named): Row | undefined {
  const by = (name: (typeof numbers)[number]) =>
    word[name] === null ? undefined : rows.find((row) => row[name] === word[name]);
  return by("attemptNo") ?? by("upstreamAttemptId") ?? by("upstreamIntentId");
}

/** By merchant and order: of its few attempts. */
async function findNamed(db: Db, word: Named & { readonly merchantId: string; readonly orderNo: string }) {
  const rows = await db
    .selectFrom("paymentAttempts")
    .select([...nameColumns, ...numbers])
    .where("merchantId", "=", word.merchantId)
    .where("orderNo", "=", word.orderNo)
    .where("gatewayAccountId", "=", word.gatewayAccountId)
    .execute();
  return meant(rows, word);
}

/**
 * By number, among the attempts that every merchant has on the account. Airwallex tells nothing of ours with an event of an
 * attempt, and its address is that of an account, which several merchants may share: nothing names the merchant, so no
 * read by its key is possible. One statement instead, by an index for each number that begins with the account or with
 * our number (`payment_attempts_upstream_idx`, `_intent_idx`, `_no_idx`): none of them needs the merchant, so a table that is
 * divided by merchants answers from the same index in each of its parts.
 */
async function findUnnamed(db: Db, word: Named) {
  const told = numbers.filter((name) => word[name] !== null);
  if (told.length === 0) return undefined;
  const rows = await db
    .selectFrom("paymentAttempts")
    .select([...nameColumns, ...numbers])
    .where("gatewayAccountId", "=", word.gatewayAccountId)
    .where((eb) => eb.or(told.map((name) => eb(name, "=", word[name]))))
    .execute();
  return meant(rows, word);
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
