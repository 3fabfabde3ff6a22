import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { longestCall } from "../../gateways/gateway-account/index.ts";

type Db = Kysely<Tables>;

/** When a call that begins now is looked after, should its answer never be written down: not while it may still run. */
export const queryDueAt = ({ now }: Pick<Context, "now">, gatewayAccountId: string): RawBuilder<string> =>
  sql<string>`${now.toISOString()}::timestamptz + ${longestCall(gatewayAccountId)}`;

interface SentAttemptRef {
  readonly merchantId: string;
  readonly orderId: string;
}

/** An attempt as it stands, read outside a transaction to decide whether a call is still wanted. */
export const readAttempt = (db: Db, { merchantId, attemptId }: SentAttemptRef & { readonly attemptId: string }) =>
  db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", attemptId)
    .executeTakeFirst();

/** The attempt by which money is reserved for an order; undefined where none is. */
export const reservedAttempt = (db: Db, { merchantId, orderId }: SentAttemptRef) =>
  db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .where("status", "=", "authorized")
    .executeTakeFirst();

/** Whether an order waits for its capture: what is reserved for it may still be taken. */
export async function awaitsCapture(db: Db, { merchantId, orderId }: SentAttemptRef): Promise<boolean> {
  const order = await db
    .selectFrom("coinOrders")
    .select("awaitingReason")
    .where("merchantId", "=", merchantId)
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return order.awaitingReason === "capture";
}
