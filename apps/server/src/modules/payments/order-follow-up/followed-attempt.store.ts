import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { OrderRef } from "../order-record/index.ts";

type Db = Kysely<Tables>;

/** The numbers by which a notification identifies a payment. */
interface Named {
  readonly gatewayAccountId: string;
  readonly orderNo: string | null;
  readonly attemptNo: string | null;
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string | null;
}

const nameColumns = ["merchantId", "orderId", "id as attemptId"] as const;

/** The attempt of a notification, searched only among those of the gateway account that sent it. */
export const findReportedAttempt = (db: Db, reported: Named & { readonly merchantId: string | null }) => {
  const { merchantId, orderNo } = reported;
  // For a payment sent before gateways were told its merchant, and for events that do not repeat it.
  return merchantId === null || orderNo === null
    ? findUnnamed(db, reported)
    : findNamed(db, { ...reported, merchantId, orderNo });
};

const numbers = ["attemptNo", "upstreamAttemptId", "upstreamIntentId"] as const;

/** Of the candidates, the attempt with our number, else with the gateway's. */
function meant<Row extends Pick<Named, (typeof numbers)[number]>>(
  rows: readonly Row[],
  reported: Named,
): Row | undefined {
  const by = (name: (typeof numbers)[number]) =>
    reported[name] === null ? undefined : rows.find((row) => row[name] === reported[name]);
  return by("attemptNo") ?? by("upstreamAttemptId") ?? by("upstreamIntentId");
}

/** Searches by merchant and order: among its few attempts. */
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
 * Searches by number among the attempts of all merchants on the account. Airwallex events about an attempt carry no
 * data of ours, and the endpoint belongs to an account that several merchants may share, so the merchant is unknown
 * and no read by its key is possible. Instead one statement uses an index per number, each beginning with the account
 * or with our number (`payment_attempts_upstream_idx`, `_intent_idx`, `_no_idx`). None of them needs the merchant, so
 * a table distributed by merchant answers from the same index in each shard.
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

/** The attempts of an order that wait for the gateway or the payer. */
export const openAttempts = (db: Db, { merchantId, orderId }: OrderRef) =>
  db
    .selectFrom("paymentAttempts")
    .select(["merchantId", "orderId", "id as attemptId"])
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .where("status", "in", ["initiated", "submitting", "unknown", "authentication_pending", "capture_pending"])
    .orderBy("seq")
    .execute();
