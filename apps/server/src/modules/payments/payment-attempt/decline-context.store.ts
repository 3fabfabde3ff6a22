import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import type { InstantRange } from "./decline-context.policy.ts";
import { type AttemptRow, attemptsInScope } from "./payment-attempt.store.ts";

/** Most earlier payments of a card that are read; more are shown as "more". */
export const earlierMax = 100;

/** The compared attributes of a declined attempt. */
export type DeclinedAttempt = Pick<
  AttemptRow,
  "orderId" | "merchantId" | "mode" | "declineCode" | "startedTime" | "cardFingerprint" | "status"
>;

/** The last attempt of an order in the actor's scope. */
export const lastAttempt = (
  ctx: Context,
  { merchantId, orderId }: { readonly merchantId: string; readonly orderId: string },
): Promise<DeclinedAttempt | undefined> =>
  attemptsInScope(ctx)
    .select([
      "paymentAttempts.orderId",
      "paymentAttempts.merchantId",
      "paymentAttempts.mode",
      "paymentAttempts.declineCode",
      "paymentAttempts.startedTime",
      "paymentAttempts.cardFingerprint",
      "paymentAttempts.status",
    ])
    .where("paymentAttempts.merchantId", "=", merchantId)
    .where("paymentAttempts.orderId", "=", orderId)
    .orderBy("paymentAttempts.seq", "desc")
    .limit(1)
    .executeTakeFirst();

const alike = (ctx: Context, { mode, declineCode }: Pick<DeclinedAttempt, "mode" | "declineCode">) =>
  attemptsInScope(ctx).where("paymentAttempts.mode", "=", mode).where("paymentAttempts.declineCode", "=", declineCode);

/** Orders declined for the same reason within a span, in the actor's scope, each with its first decline. */
export const declinesAlike = (
  ctx: Context,
  declined: DeclinedAttempt,
  { from, to }: InstantRange,
): Promise<Pick<AttemptRow, "startedTime" | "merchantId">[]> =>
  alike(ctx, declined)
    .select(["paymentAttempts.merchantId", sql<string>`min(payment_attempts.started_time)`.as("startedTime")])
    .where("paymentAttempts.startedTime", ">=", from)
    .where("paymentAttempts.startedTime", "<", to)
    .groupBy(["paymentAttempts.merchantId", "paymentAttempts.orderId"])
    .execute();

/** Number of such orders within several spans. */
export async function countAlike(
  ctx: Context,
  declined: DeclinedAttempt,
  spans: readonly InstantRange[],
): Promise<number> {
  if (spans.length === 0) return 0;
  const { count } = await alike(ctx, declined)
    .where((eb) =>
      eb.or(
        spans.map(({ from, to }) =>
          eb.and([eb("paymentAttempts.startedTime", ">=", from), eb("paymentAttempts.startedTime", "<", to)]),
        ),
      ),
    )
    .select(sql<number>`count(DISTINCT payment_attempts.order_id)`.as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Time of the first attempt of a mode in the actor's scope. */
export async function firstAttemptTime(ctx: Context, { mode }: DeclinedAttempt): Promise<string | null> {
  const row = await attemptsInScope(ctx)
    .select("paymentAttempts.startedTime")
    .where("paymentAttempts.mode", "=", mode)
    .orderBy("paymentAttempts.startedTime")
    .limit(1)
    .executeTakeFirst();
  return row?.startedTime ?? null;
}

/** A finished payment by a card. */
export type PastPayment = Pick<
  AttemptRow,
  "orderId" | "orderNo" | "startedTime" | "amount" | "currency" | "status" | "declineCode"
>;

/** The card's payments for other orders of the merchant before an attempt, latest first; up to the limit plus one. */
export const earlierOfCard = (
  ctx: Context,
  { merchantId, mode, cardFingerprint, startedTime, orderId }: DeclinedAttempt,
): Promise<PastPayment[]> =>
  attemptsInScope(ctx)
    .select([
      "paymentAttempts.orderId",
      "paymentAttempts.orderNo",
      "paymentAttempts.startedTime",
      "paymentAttempts.amount",
      "paymentAttempts.currency",
      "paymentAttempts.status",
      "paymentAttempts.declineCode",
    ])
    .where("paymentAttempts.merchantId", "=", merchantId)
    .where("paymentAttempts.mode", "=", mode)
    .where("paymentAttempts.cardFingerprint", "=", cardFingerprint)
    .where("paymentAttempts.finishedTime", "is not", null)
    .where("paymentAttempts.startedTime", "<", startedTime)
    .where("paymentAttempts.orderId", "<>", orderId)
    .orderBy("paymentAttempts.startedTime", "desc")
    .limit(earlierMax + 1)
    .execute();
