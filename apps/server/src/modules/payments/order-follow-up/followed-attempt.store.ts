import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { OrderRef } from "../order-record/index.ts";

type Db = Kysely<Tables>;

/** The numbers by which a notification names a payment. */
interface Named {
  readonly gatewayAccountId: string;
  readonly orderNo: string | null;
  readonly attemptNo: string | null;
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string | null;
}

const nameColumns = ["merchantId", "orderId", "id as attemptId"] as const;

/** The attempt a notification is about, found only among those of the gateway account it came through. */
export const findReportedAttempt = (db: Db, reported: Named & { readonly merchantId: string | null }) => {
  const { merchantId, orderNo } = reported;
  // A payment that was begun before gateways were told its merchant, and an event that does not tell it again.
  return merchantId === null || orderNo === null
    ? findUnnamed(db, reported)
    : findNamed(db, { ...reported, merchantId, orderNo });
};

const numbers = ["attemptNo", "upstreamAttemptId", "upstreamIntentId"] as const;

/** Of the attempts that may be meant, the one of our number, else of the gateway's. */
function meant<Row extends Pick<Named, (typeof numbers)[number]>>(
  rows: readonly Row[],
  reported: Named,
): Row | undefined {
  const by = (name: (typeof numbers)[number]) =>
    reported[name] === null ? undefined : rows.find((row) => row[name] === reported[name]);
  return by("attemptNo") ?? by("upstreamAttemptId") ?? by("upstreamIntentId");
}

/** By merchant and order: of its few attempts. */
async function findNamed(db: Db, reported: Named & { readonly merchantId: string; readonly orderNo: string }) {
  const rows = await db
    .selectFrom("paymentAttempts")
    .select([...nameColumns, ...numbers])
    .where("merchantId", "=", reported.merchantId)
    .where("orderNo", "=", reported.orderNo)
    .where("gatewayAccountId", "=", reported.gatewayAccountId)
    .execute();
  return meant(rows, reported);
}

/**
 * By number, among the attempts that every merchant has on the account. Airwallex tells nothing of ours with an event of an
 * attempt, and its address is that of an account, which several merchants may share: nothing names the merchant, so no
 * read by its key is possible. One statement instead, by an index for each number that begins with the account or with
 * our number (`payment_attempts_upstream_idx`, `_intent_idx`, `_no_idx`): none of them needs the merchant, so a table that is
 * divided by merchants answers from the same index in each of its parts.
 */
async function findUnnamed(db: Db, reported: Named) {
  const given = numbers.filter((name) => reported[name] !== null);
  if (given.length === 0) return undefined;
  const rows = await db
    .selectFrom("paymentAttempts")
    .select([...nameColumns, ...numbers])
    .where("gatewayAccountId", "=", reported.gatewayAccountId)
    .where((eb) => eb.or(given.map((name) => eb(name, "=", reported[name]))))
    .execute();
  return meant(rows, reported);
}

/** The attempts of an order that wait for the gateway or for the payer. */
export const openAttempts = (db: Db, { merchantId, orderId }: OrderRef) =>
  db
    .selectFrom("paymentAttempts")
    .select(["merchantId", "orderId", "id as attemptId"])
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .where("status", "in", ["initiated", "submitting", "unknown", "authentication_pending", "capture_pending"])
    .orderBy("seq")
    .execute();
