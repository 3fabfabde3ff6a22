import { type Money, money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import type { PastDecline } from "./acceptance.policy.ts";
import type { OrderRow } from "./coin-order.store.ts";

type Reader = Pick<Context, "db">;

/** More declines than any scheme allows need not be read. */
const declinesMax = 40;

/** Declines of a card at a merchant since then, the newest first. */
export async function declinesOfCard(
  { db }: Reader,
  wanted: { readonly merchantId: string; readonly mode: OrderRow["mode"]; readonly fingerprint: string; readonly since: Date },
): Promise<PastDecline[]> {
  const rows = await db
    .selectFrom("paymentAttempts")
    .select(["declineCode", "merchantAdviceCode", "startedTime"])
    .where("merchantId", "=", wanted.merchantId)
    .where("cardFingerprint", "=", wanted.fingerprint)
    .where("startedTime", ">", wanted.since.toISOString())
    .where("declineCode", "is not", null)
    .where("status", "=", "declined")
    .where("mode", "=", wanted.mode)
    .orderBy("startedTime", "desc")
    .limit(declinesMax)
    .execute();
  return rows.map(({ declineCode, merchantAdviceCode, startedTime }) => ({
    code: declineCode ?? "",
    adviceCode: merchantAdviceCode,
    at: startedTime,
  }));
}

/**
 * What a merchant's payments of one type come to since a day began: taken, reserved, or on their way. An order that is
 * being begun is not counted yet.
 */
export async function takenSince(
  { db }: Reader,
  { merchantId, mode, paymentType, currency, id }: OrderRow,
  { since, appId }: { readonly since: Date; readonly appId: string | null },
): Promise<Money> {
  let query = db
    .selectFrom("coinOrders")
    .select(sql<string>`coalesce(sum(amount), 0)`.as("sum"))
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("orderTime", ">=", since.toISOString())
    .where("paymentType", "=", paymentType)
    .where("currency", "=", currency)
    .where("origin", "=", "platform")
    .where("id", "<>", id)
    .where(sql<boolean>`(status IN ('paid', 'pending') OR awaiting_reason IN ('capture', 'authentication'))`);
  if (appId !== null) query = query.where("appId", "=", appId);
  const { sum } = await query.executeTakeFirstOrThrow();
  return money(BigInt(sum), currency as never);
}
