import type { CoinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { readNumber } from "@countinghouse/contract/platform/record-number.ts";
import { exponentOf, isCurrency } from "@countinghouse/money/currency.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { whereNumber } from "../../../platform/db/number-search.ts";
import { readShaped } from "../../../platform/db/shaped.ts";
import type { TableName, Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { capturesInScope } from "../capture/index.ts";
import { attemptsInScope } from "../payment-attempt/index.ts";
import { isDeclined, nameOf, ordersInScope } from "./order-list.store.ts";

/** Most orders in an answer; of more with the same prefix, the newest. */
const answered = 10;
const lookedAt = 100;
/** Length of a number: prefix, day and random symbols. */
const wholeLength = 20;

type Found = Pick<
  CoinOrder,
  | "id"
  | "orderNo"
  | "merchantOrderNo"
  | "merchantName"
  | "status"
  | "isDeclined"
  | "amount"
  | "currency"
  | "orderTime"
  | "mode"
>;

/** Columns of orders in the command palette. */
const foundOrders = (ctx: Context) =>
  ordersInScope(ctx).select([
    "coinOrders.id",
    "coinOrders.orderNo",
    "coinOrders.merchantOrderNo",
    "coinOrders.status",
    isDeclined.as("isDeclined"),
    "coinOrders.amount",
    "coinOrders.currency",
    "coinOrders.orderTime",
    "coinOrders.mode",
    nameOf("merchants", "coinOrders.merchantId").as("merchantName"),
  ]);

/**
 * Finds orders by a text typed into the command palette. A whole business number uses its own index; any other text,
 * each index that fits its form and no other.
 */
export async function findOrders(ctx: Context, { text }: { readonly text: string }): Promise<Found[]> {
  const numbered = await findByNumber(ctx, text.toUpperCase());
  if (numbered.length > 0) return numbered;
  const perShape = await Promise.all(
    conditionsOf(ctx, text).map((condition) =>
      foundOrders(ctx).where(condition).orderBy("coinOrders.orderTime", "desc").limit(answered).execute(),
    ),
  );
  const unique = new Map(perShape.flat().map((order) => [order.id, order]));
  return [...unique.values()].sort((a, b) => b.orderTime.localeCompare(a.orderTime)).slice(0, answered);
}

/** The order of a whole number; undefined where the text is none, or is a merchant's own number that looks like one. */
async function findByNumber(ctx: Context, text: string): Promise<Found[]> {
  const read = readNumber(text, "OR");
  if (!read || !("beginning" in read) || text.length < wholeLength) return [];
  return readShaped(ctx, "order by its number", { text }, (given) =>
    foundOrders(ctx).where("coinOrders.orderNo", "=", given.text).compile(),
  );
}

function conditionsOf(ctx: Context, text: string): RawBuilder<boolean>[] {
  if (text.includes("@")) return [sql<boolean>`coin_orders.email = ${text.toLowerCase()}`];
  const money = amountIn(text);
  if (money?.currency) return [amountCondition(money.amounts, money.currency)];
  return [
    ...numberConditions(ctx, text.toUpperCase()),
    beginning(ctx, "merchant_order_no", text),
    beginning(ctx, "transaction_no", text),
    ...(money ? [amountCondition(money.amounts)] : []),
    ...(/^\d{4}$/.test(text) ? [sql<boolean>`coin_orders.card_last4 = ${text}`] : []),
  ];
}

/** Orders in scope whose column begins with the text; of many, the last in that column's order. */
function beginning(ctx: Context, column: "merchant_order_no" | "transaction_no", text: string) {
  const field = sql.ref(`coin_orders.${column}`);
  const begins = sql<boolean>`(${field} >= ${text} AND ${field} < ${`${text}\u{10ffff}`})`;
  return newestOf(ordersInScope(ctx).select("coinOrders.id").where(begins), field);
}

/** Conditions for a number of an order, an attempt or a capture: each that the text may be. */
function numberConditions(ctx: Context, text: string): RawBuilder<boolean>[] {
  const found = <T extends TableName>(mark: string, name: string, rows: () => Ids<T>) => {
    const column = sql.ref(name);
    return readNumber(text, mark) ? [newestOf(rows().where(whereNumber(column, mark, text)), column)] : [];
  };
  return [
    ...found("OR", "coin_orders.order_no", () => ordersInScope(ctx).select("coinOrders.id")),
    ...found("AT", "attempt_no", () => attemptsInScope(ctx).select("paymentAttempts.orderId")),
    ...found("CP", "capture_no", () => capturesInScope(ctx).select("captures.orderId")),
  ];
}

/** A sub-query of order ids. */
type Ids<T extends TableName> = SelectQueryBuilder<Tables, T, object>;

/** Orders by a sub-query of ids; of many, the last by the column they were found by. */
const newestOf = <T extends TableName>(ids: Ids<T>, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coin_orders.id IN (${ids.orderBy(sql`${column} DESC`).limit(lookedAt)})`;

/** Decimals of currencies. */
const exponents = [0, 2, 3];

interface TypedAmount {
  /** Amounts in minor units that the figure may stand for. */
  readonly amounts: readonly string[];
  readonly currency?: string;
}

/** `189.90`, `189.90 BRL` or `BRL 189.90`; undefined for anything else. */
function amountIn(text: string): TypedAmount | undefined {
  const [, before = "", figure = "", after = ""] =
    /^([A-Za-z]{3}\s*)?(\d{1,12}(?:[.,]\d{1,4})?)(\s*[A-Za-z]{3})?$/.exec(text) ?? [];
  if (!figure || (before && after)) return undefined;
  const code = (before || after).trim().toUpperCase();
  if (code && !isCurrency(code)) return undefined;
  const [whole = "", fraction = ""] = figure.split(/[.,]/);
  const amounts = (isCurrency(code) ? [exponentOf(code)] : exponents)
    .filter((exponent) => fraction.length <= exponent)
    .map((exponent) => String(BigInt(whole + fraction.padEnd(exponent, "0"))));
  return { amounts, ...(code ? { currency: code } : {}) };
}

/** Each mode has an index on amounts. */
const amountCondition = (amounts: readonly string[], currency?: string): RawBuilder<boolean> =>
  amounts.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(coin_orders.mode IN ('live', 'test') AND coin_orders.amount IN (${sql.join([...amounts])})
        ${currency ? sql`AND coin_orders.currency = ${currency}` : sql``})`;
