import { convert, parseFxRate } from "@countinghouse/money/fx.ts";
import { add, type Money, money } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import type { OrderRow } from "../order-record/index.ts";
import type { PastDecline } from "./acceptance.policy.ts";

type Reader = Pick<Context, "db">;

/** A card at a merchant. */
export interface KnownCard {
  readonly merchantId: string;
  readonly mode: OrderRow["mode"];
  readonly fingerprint: string;
}

/** Most declines read: a card with more within thirty days is recognised by the newest ones. */
const declinesMax = 200;

/** Declines of a card at a merchant since an instant, newest first. */
export async function declinesOfCard(
  { db }: Reader,
  wanted: KnownCard & { readonly since: Date },
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

/** Whether an issuer approved a payment by the card at a merchant since an instant. */
export async function wasApproved(
  { db }: Reader,
  { merchantId, mode, fingerprint, since }: KnownCard & { readonly since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom("paymentAttempts")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("cardFingerprint", "=", fingerprint)
    .where("startedTime", ">", since.toISOString())
    .where("status", "in", ["authorized", "capture_pending", "captured"])
    .where("mode", "=", mode)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** States of open attempts, which count with the requested amount; captured ones count with the captured amount. */
const openStates = ["initiated", "authentication_pending", "submitting", "unknown", "authorized", "capture_pending"];

/**
 * Attempts begun since a day began that count towards its limits, except those of the order being paid. One whose
 * money is returned entirely, because its order was paid already, does not count; one that was captured twice counts
 * once.
 */
const attemptsSince = ({ db }: Reader, { merchantId, mode, id }: OrderRow, since: Date) =>
  db
    .selectFrom("paymentAttempts as a")
    .where("a.merchantId", "=", merchantId)
    .where("a.mode", "=", mode)
    .where("a.startedTime", ">=", since.toISOString())
    .where("a.orderId", "<>", id)
    .where((eb) =>
      eb.or([
        eb("a.isDuplicate", "=", false),
        eb.exists(
          eb
            .selectFrom("captures as taken")
            .select("taken.id")
            .whereRef("taken.merchantId", "=", "a.merchantId")
            .whereRef("taken.orderId", "=", "a.orderId")
            .whereRef("taken.attemptId", "=", "a.id")
            .where("taken.status", "=", "succeeded"),
        ),
      ]),
    );

/** Total of a merchant's payments of one type begun since an instant: captured, authorised or in progress. */
export async function takenSince(
  ctx: Reader,
  order: OrderRow,
  { since, appId }: { readonly since: Date; readonly appId: string | null },
): Promise<Money> {
  let query = attemptsSince(ctx, order, since)
    .innerJoin("coinOrders as o", (join) =>
      join.onRef("o.merchantId", "=", "a.merchantId").onRef("o.id", "=", "a.orderId"),
    )
    .select(
      sql<string>`coalesce(sum(CASE WHEN a.status = ANY (${openStates}::text[]) THEN a.amount
        ELSE a.captured_amount END), 0)`.as("sum"),
    )
    .where("o.paymentType", "=", order.paymentType)
    .where("a.currency", "=", order.currency);
  if (appId !== null) query = query.where("o.appId", "=", appId);
  const { sum } = await query.executeTakeFirstOrThrow();
  return money(BigInt(sum), order.currency);
}

/** Settlement currency of an attempt: by its agreement, else its own currency. */
const settledIn = sql<string>`coalesce(a.agreement->'settlement'->>'currency', a.currency)`;

/**
 * Total of a merchant's payments of a method, a category or all, begun since an instant, in a settlement currency:
 * captured, authorised and in progress, converted by each payment's agreement.
 */
export async function settledSince(
  ctx: Reader,
  order: OrderRow,
  wanted: {
    readonly currency: string;
    readonly since: Date;
    readonly method: string | null;
    readonly category: OrderRow["methodCategory"];
  },
): Promise<Money> {
  const rate = sql<string | null>`CASE WHEN a.status = ANY (${openStates}::text[])
    THEN a.agreement->'exchange'->>'rate' END`;
  let query = attemptsSince(ctx, order, wanted.since)
    .select([
      "a.currency",
      rate.as("rate"),
      sql<string>`coalesce(sum((SELECT sum(c.settle_amount) FROM captures c
        WHERE c.merchant_id = a.merchant_id AND c.order_id = a.order_id AND c.attempt_id = a.id
          AND c.status = 'succeeded' AND c.settle_currency = ${wanted.currency})), 0)`.as("settled"),
      sql<string>`coalesce(sum(a.amount - a.captured_amount) FILTER (
        WHERE a.status = ANY (${openStates}::text[]) AND ${settledIn} = ${wanted.currency}), 0)`.as("open"),
    ])
    .groupBy(["a.currency", "rate"]);
  if (wanted.method !== null) query = query.where("a.paymentMethod", "=", wanted.method);
  if (wanted.category !== null) query = query.where("a.methodCategory", "=", wanted.category);
  const rows = await query.execute();
  return rows.reduce(
    (sum, row) => {
      const open = fromWire(row.open, row.currency);
      const value =
        row.rate === null ? money(open.amountMinor, sum.currency) : convert(open, parseFxRate(row.rate), sum.currency);
      return add(add(sum, value), fromWire(row.settled, sum.currency));
    },
    fromWire("0", wanted.currency),
  );
}
