import type { OpenOrderView } from "@countinghouse/contract/integration/open-api/open-order.ts";
import { currency as known } from "@countinghouse/money/currency.ts";
import { type Selectable, sql } from "kysely";
import { prepared } from "../../../platform/db/prepared.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type CaptureRow, captureObject, capturesOfOrders } from "../../payments/capture/index.ts";
import { orderObject } from "../../payments/order-record/index.ts";
import type { PagePosition } from "./cursor.wire.ts";

type OrderReading = Pick<Context, "actor" | "db">;

/** The payer's pending action, as reported by the gateway. */
interface StoredAction {
  readonly type: "redirect" | "qr" | "voucher" | "3ds" | "sdk";
  readonly url: string | null;
  readonly data: string | null;
  readonly expiresAt: string | null;
}

/** An order with its parts, from one read. */
export type OrderWithParts = Selectable<Tables["coinOrders"]> &
  Pick<
    Selectable<Tables["coinOrderParticulars"]>,
    "items" | "descriptor" | "returnUrl" | "cancelUrl" | "notifyUrl" | "metadata"
  > & {
    readonly nextAction: StoredAction | null;
    /** Of the latest attempt with a card; omitted where there can be none. */
    readonly tokenReference?: string | null;
    /** In order; omitted where there can be none, as for a new order. */
    readonly captures?: readonly CaptureRow[];
  };

/** Filter of orders. */
export interface OrderFilter {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly limit: number;
  readonly after: PagePosition | undefined;
  readonly status?: string | undefined;
  readonly currency?: string | undefined;
  readonly merchantOrderNo?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

const orders = (ctx: OrderReading) =>
  from(ctx, "coinOrders")
    .leftJoin("coinOrderParticulars as particulars", (join) =>
      join
        .onRef("particulars.merchantId", "=", "coinOrders.merchantId")
        .onRef("particulars.orderId", "=", "coinOrders.id"),
    )
    // The API lists orders it accepted; imported history is in the console only.
    .where("coinOrders.origin", "=", "platform")
    .selectAll("coinOrders")
    .select([
      "particulars.items",
      "particulars.descriptor",
      "particulars.returnUrl",
      "particulars.cancelUrl",
      "particulars.notifyUrl",
      "particulars.metadata",
      // Only while the order waits for the payer: afterwards the action is obsolete.
      sql<StoredAction | null>`CASE WHEN coin_orders.status = 'awaiting' THEN (
        SELECT attempt.next_action FROM payment_attempts attempt
         WHERE attempt.merchant_id = coin_orders.merchant_id AND attempt.order_id = coin_orders.id
           AND attempt.status IN ('initiated', 'authentication_pending', 'submitting', 'unknown')
         ORDER BY attempt.seq DESC LIMIT 1) END`.as("nextAction"),
      sql<string | null>`CASE WHEN coin_orders.card_last4 IS NOT NULL THEN (
        SELECT attempt.token_reference FROM payment_attempts attempt
         WHERE attempt.merchant_id = coin_orders.merchant_id AND attempt.order_id = coin_orders.id
           AND attempt.token_reference IS NOT NULL
         ORDER BY attempt.seq DESC LIMIT 1) END`.as("tokenReference"),
    ]);

/** A merchant's order by number, in one mode; undefined for any other. */
export const findOrder = async (
  ctx: OrderReading,
  {
    merchantId,
    mode,
    orderNo,
  }: { readonly merchantId: string; readonly mode?: "live" | "test"; readonly orderNo: string },
): Promise<OrderWithParts | undefined> => {
  const keyed = { actor: ctx.actor, db: prepared(ctx.db) };
  const found = orders(keyed).where("coinOrders.merchantId", "=", merchantId).where("coinOrders.orderNo", "=", orderNo);
  const inMode = mode === undefined ? found : found.where("coinOrders.mode", "=", mode);
  const order = (await inMode.executeTakeFirst()) as OrderWithParts | undefined;
  return order && (await withCaptures(keyed, merchantId, [order]))[0];
};

/** The order of an order id, attempt id or capture id. */
export const findOrderOf = async (
  ctx: OrderReading,
  { merchantId, objectId }: { readonly merchantId: string; readonly objectId: string },
): Promise<OrderWithParts | undefined> => {
  const order = (await orders(ctx)
    .where("coinOrders.merchantId", "=", merchantId)
    .where("coinOrders.id", "=", orderIdOf(merchantId, objectId))
    .executeTakeFirst()) as OrderWithParts | undefined;
  return order && (await withCaptures(ctx, merchantId, [order]))[0];
};

function orderIdOf(merchantId: string, objectId: string) {
  const tables: Readonly<Record<string, string>> = { att: "payment_attempts", cap: "captures" };
  const table = tables[objectId.slice(0, 3)];
  if (table === undefined) return sql<string>`${objectId}`;
  return sql<string>`(SELECT order_id FROM ${sql.table(table)} WHERE merchant_id = ${merchantId} AND id = ${objectId})`;
}

/** Statuses in which an order may have captures. */
const mayHaveCaptures: readonly string[] = ["awaiting", "pending", "paid", "canceled"];

async function withCaptures(
  ctx: OrderReading,
  merchantId: string,
  orders: readonly OrderWithParts[],
): Promise<OrderWithParts[]> {
  const ids = orders.filter(({ status }) => mayHaveCaptures.includes(status)).map(({ id }) => id);
  const captures = ids.length === 0 ? [] : await capturesOfOrders(ctx, merchantId, ids);
  const byOrder = Map.groupBy(captures, ({ orderId }) => orderId);
  return orders.map((order) => ({ ...order, captures: byOrder.get(order.id) ?? [] }));
}

/** A page of a merchant's orders, newest first, with one more than requested. */
export async function listOrders(ctx: OrderReading, filter: OrderFilter): Promise<OrderWithParts[]> {
  const { merchantId, mode, limit, after, status, currency, merchantOrderNo, createdFrom, createdTo } = filter;
  let query = orders(ctx).where("coinOrders.merchantId", "=", merchantId).where("coinOrders.mode", "=", mode);
  if (status !== undefined) query = query.where("coinOrders.status", "=", status as OrderWithParts["status"]);
  if (currency !== undefined) query = query.where("coinOrders.currency", "=", known(currency));
  if (merchantOrderNo !== undefined) query = query.where("coinOrders.merchantOrderNo", "=", merchantOrderNo);
  if (createdFrom !== undefined) query = query.where("coinOrders.orderTime", ">=", createdFrom);
  if (createdTo !== undefined) query = query.where("coinOrders.orderTime", "<", createdTo);
  if (after)
    query = query.where(
      sql<boolean>`(coin_orders.order_time, coin_orders.id) < (${after.time}::timestamptz, ${after.id}::text)`,
    );
  const rows = await query
    .orderBy("coinOrders.orderTime", "desc")
    .orderBy("coinOrders.id", "desc")
    .limit(limit + 1)
    .execute();
  return withCaptures(ctx, merchantId, rows as OrderWithParts[]);
}

/** Cursor after an order. */
export const positionOfOrder = ({ orderTime, id }: OrderWithParts): PagePosition => ({ time: orderTime, id });

const integer = (minor: string): number => Number(minor);

/** Captures of an order, for its merchant. */
export const viewOfCaptures = ({ captures = [] }: OrderWithParts) => captures.map(captureObject);

/** Totals of an order's priced captures. */
function figuresOf({ captures = [], ...row }: OrderWithParts) {
  const priced = captures.filter(({ isPriced }) => isPriced);
  const rates = new Set(priced.map(({ fxRate }) => fxRate));
  const dueDates = priced.flatMap(({ dueDate }) => dueDate ?? []);
  const nullable = (minor: string | null) => (minor === null ? null : integer(minor));
  return {
    pricedAmount: priced.reduce((sum, { amount }) => sum + integer(amount), 0),
    settleCurrency: row.settleCurrency,
    settleAmount: nullable(row.settleAmount),
    feeAmount: nullable(row.feeAmount),
    feeTaxAmount: nullable(row.feeTaxAmount),
    netAmount: nullable(row.netAmount),
    fxRate: rates.size === 1 ? ([...rates][0] ?? null) : null,
    dueDate: dueDates.sort().at(-1) ?? null,
  };
}

/** An order, for its merchant. */
export function viewOfOrder(row: OrderWithParts): OpenOrderView {
  const action = row.nextAction;
  const items = row.items ?? [];
  return {
    ...orderObject(row),
    ...figuresOf(row),
    captures: viewOfCaptures(row),
    card:
      row.cardLast4 === null
        ? null
        : {
            brand: row.cardBrand,
            last4: row.cardLast4,
            country: row.cardCountry,
            tokenReference: row.tokenReference ?? null,
          },
    descriptor: row.descriptor,
    items: items.map(({ sku, name, quantity, unitAmount, amount }) => ({
      ...(sku ? { sku } : {}),
      name,
      quantity,
      unitAmount: integer(unitAmount),
      amount: integer(amount),
    })),
    returnUrl: row.returnUrl,
    cancelUrl: row.cancelUrl,
    metadata: row.metadata,
    nextAction: {
      // For the payer, the issuer's page is a redirect like any other.
      type: action ? (action.type === "3ds" ? "redirect" : action.type) : "none",
      url: action?.url ?? null,
      data: action?.data ?? null,
      expireTime: action?.expiresAt ?? null,
    },
  };
}
