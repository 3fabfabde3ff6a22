import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";

type Looking = Pick<Context, "db" | "now">;
type Mode = "live" | "test";

/** Amounts in minor units, in the currency of most payments, by key. */
export type AmountsAtStake = ReadonlyMap<string, { readonly amount: string; readonly currency: string }>;

const dayMs = 86_400_000;
const volumeDays = 30;

/** Rows are ordered from the fewest payments to the most, so that the last one of a key is kept. */
const byKey = (rows: readonly { key: string; amount: string; currency: string }[]): AmountsAtStake =>
  new Map(rows.map(({ key, amount, currency }) => [key, { amount, currency }]));

/** Captured volume of merchants within the last thirty days. */
export async function volumesOf(
  { db, now }: Looking,
  merchantIds: readonly string[],
  mode: Mode,
): Promise<AmountsAtStake> {
  if (merchantIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("orderSlots")
    .select(["merchantId", "currency", sql<string>`sum(captured)::text`.as("amount")])
    .where("merchantId", "in", [...merchantIds])
    .where("mode", "=", mode)
    .where("facet", "=", "country")
    .where("slot", ">=", new Date(now.getTime() - volumeDays * dayMs).toISOString())
    .groupBy(["merchantId", "currency"])
    .having(sql<boolean>`sum(captured) > 0`)
    .orderBy(sql`sum(orders)`)
    .execute();
  return new Map(rows.map(({ merchantId, currency, amount }) => [merchantId, { amount, currency }]));
}

/** Payments over accounts within the last day, neither approved nor reversed. */
const overAccounts = ({ db, now }: Looking, mode: Mode) =>
  db
    .selectFrom("paymentAttempts as a")
    .where("a.mode", "=", mode)
    .where("a.startedTime", ">=", new Date(now.getTime() - dayMs).toISOString())
    .select(["a.currency", sql<string>`sum(a.amount)::text`.as("amount")])
    .groupBy("a.currency")
    .orderBy(sql`count(*)`);

const troubled = ["declined", "error", "expired", "unknown", "submitting"] as const;

/** Amount requested of gateway accounts within the last day. */
export async function amountRequestedOf(
  ctx: Looking,
  accountIds: readonly string[],
  mode: Mode,
): Promise<AmountsAtStake> {
  if (accountIds.length === 0) return new Map();
  const query = overAccounts(ctx, mode).where("a.gatewayAccountId", "in", [...accountIds]);
  return byKey(await query.select("a.gatewayAccountId as key").groupBy("a.gatewayAccountId").execute());
}

/** Amount that gateway accounts declined or left unanswered within the last day. */
export async function affectedAt(ctx: Looking, accountIds: readonly string[], mode: Mode): Promise<AmountsAtStake> {
  if (accountIds.length === 0) return new Map();
  const query = overAccounts(ctx, mode)
    .where("a.gatewayAccountId", "in", [...accountIds])
    .where("a.status", "in", [...troubled]);
  return byKey(await query.select("a.gatewayAccountId as key").groupBy("a.gatewayAccountId").execute());
}

/** The same for the accounts behind failures, by failure. */
export async function affectedBehind(
  ctx: Looking,
  exceptionIds: readonly string[],
  mode: Mode,
): Promise<AmountsAtStake> {
  if (exceptionIds.length === 0) return new Map();
  const query = overAccounts(ctx, mode)
    .innerJoin("eventExceptions as e", "e.objectId", "a.gatewayAccountId")
    .where("e.id", "in", [...exceptionIds])
    .where("a.status", "in", [...troubled]);
  return byKey(await query.select("e.id as key").groupBy("e.id").execute());
}

const latest = 100;

/** Amount of the orders behind the latest occurrences of failures. */
export async function ordersBehind({ db }: Looking, exceptionIds: readonly string[]): Promise<AmountsAtStake> {
  if (exceptionIds.length === 0) return new Map();
  const { rows } = await sql<{ key: string; amount: string; currency: string }>`
    SELECT e.id AS key, o.currency, sum(o.amount)::text AS amount
      FROM event_exceptions e
     CROSS JOIN LATERAL (
        SELECT DISTINCT i.merchant_id, i.object_id FROM (
          SELECT merchant_id, object_id, object_type FROM event_exception_items
           WHERE exception_id = e.id ORDER BY at DESC, id DESC LIMIT ${latest}) i
         WHERE i.object_type = 'order') i
      JOIN coin_orders o ON o.merchant_id = i.merchant_id AND o.id = i.object_id
     WHERE e.id = ANY(${[...exceptionIds]}::text[])
     GROUP BY e.id, o.currency
     ORDER BY count(*)`.execute(db);
  return byKey(rows);
}
