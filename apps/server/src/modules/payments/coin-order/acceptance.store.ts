import { type Money, money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import type { PastDecline } from "./acceptance.policy.ts";
import type { OrderRow } from "./coin-order.store.ts";

type Reader = Pick<Context, "db">;

/** Read at most: a card declined more often than this in thirty days is found out by the newest of them. */
const declinesMax = 200;

/** Declines of a card at a merchant since then, the newest first. */
export async function declinesOfCard(
  { db }: Reader,
  wanted: {
    readonly merchantId: string;
    readonly mode: OrderRow["mode"];
    readonly fingerprint: string;
    readonly since: Date;
  },
): Promise<PastDecline[]> {
  const rows = await db
    .selectFrom("paymentAttempts")
    .select(["declineCode", "merchantAdviceCode", "amount", "currency", "startedTime"])
    .where("merchantId", "=", wanted.merchantId)
    .where("cardFingerprint", "=", wanted.fingerprint)
    .where("startedTime", ">", wanted.since.toISOString())
    .where("declineCode", "is not", null)
    .where("status", "=", "declined")
    .where("mode", "=", wanted.mode)
    .orderBy("startedTime", "desc")
    .limit(declinesMax)
    .execute();
  return rows.map(({ declineCode, merchantAdviceCode, amount, currency, startedTime }) => ({
    code: declineCode ?? "",
    adviceCode: merchantAdviceCode,
    amount,
    currency,
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
    .where(
      sql<boolean>`(status IN ('paid', 'pending') OR awaiting_reason IN ('capture', 'authentication', 'payer_action'))`,
    );
  if (appId !== null) query = query.where("appId", "=", appId);
  const { sum } = await query.executeTakeFirstOrThrow();
  return money(BigInt(sum), currency as never);
}

/**
 * What a merchant's payments of a method, of a category or of all come to since a day began, in a settlement currency:
 * captured, and what is reserved or on its way in that currency.
 */
export async function settledSince(
  { db }: Reader,
  wanted: Pick<OrderRow, "merchantId" | "mode"> & {
    readonly currency: string;
    readonly since: Date;
    /** The order that is being paid. */
    readonly except: string;
    readonly method: string | null;
    readonly category: string | null;
  },
): Promise<Money> {
  let query = db
    .selectFrom("coinOrders")
    .select(sql<string>`coalesce(sum(coalesce(settle_amount, amount)), 0)`.as("sum"))
    .where("merchantId", "=", wanted.merchantId)
    .where("mode", "=", wanted.mode)
    .where("orderTime", ">=", wanted.since.toISOString())
    .where("origin", "=", "platform")
    .where("id", "<>", wanted.except)
    .where(sql<boolean>`(settle_currency = ${wanted.currency} OR (settle_currency IS NULL AND currency = ${wanted.currency}
      AND (status = 'pending' OR awaiting_reason IN ('capture', 'authentication', 'payer_action'))))`);
  if (wanted.method !== null) query = query.where("paymentMethod", "=", wanted.method);
  if (wanted.category !== null) query = query.where("methodCategory", "=", wanted.category as never);
  const { sum } = await query.executeTakeFirstOrThrow();
  return money(BigInt(sum), wanted.currency as never);
}
