import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { longestCall } from "../../gateways/gateway-account/index.ts";

type Db = Kysely<Tables>;

/**
 * Time of the first query for a call that begins now, should its answer never be recorded: not while the call may
 * still run.
 */
export const queryDueAt = ({ now }: Pick<Context, "now">, gatewayAccountId: string): RawBuilder<string> =>
  sql<string>`${now.toISOString()}::timestamptz + ${longestCall(gatewayAccountId)}`;

interface SentAttemptRef {
  readonly merchantId: string;
  readonly orderId: string;
}

/** An attempt as it is now, read outside a transaction to decide whether a call is still wanted. */
export const readAttempt = (db: Db, { merchantId, attemptId }: SentAttemptRef & { readonly attemptId: string }) =>
  db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", attemptId)
    .executeTakeFirst();

/** The attempt that holds an order's authorisation; undefined where none does. */
export const reservedAttempt = (db: Db, { merchantId, orderId }: SentAttemptRef) =>
  db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .where("status", "=", "authorized")
    .executeTakeFirst();

/** Whether an order waits for its capture: its authorisation may still be captured. */
export async function awaitsCapture(db: Db, { merchantId, orderId }: SentAttemptRef): Promise<boolean> {
  const order = await db
    .selectFrom("coinOrders")
    .select("awaitingReason")
    .where("merchantId", "=", merchantId)
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return order.awaitingReason === "capture";
}
