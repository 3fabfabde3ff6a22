import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** Attempts of all merchants whose gateway was to be asked by now, the longest overdue first. */
export const overdueAttempts = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom("paymentAttempts")
    .select(["merchantId", "orderId", "id as attemptId"])
    .where("nextQueryTime", "<=", before.toISOString())
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
