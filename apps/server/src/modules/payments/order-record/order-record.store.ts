import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { MerchantState } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { type Expression, type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { violates } from "../../../platform/db/database-error.ts";
import { write } from "../../../platform/db/pipelined.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { sealedColumns } from "../../../platform/seals/sealed-columns.ts";

/** An order as it is stored. */
export type OrderRow = Selectable<Tables["coinOrders"]>;
export type NewOrderRow = Insertable<Tables["coinOrders"]>;
export type OrderChange = Updateable<Tables["coinOrders"]>;
export type OrderParticulars = Selectable<Tables["coinOrderParticulars"]>;
export type NewOrderParticulars = Insertable<Tables["coinOrderParticulars"]>;

/** Identifies one order; its other rows are read by merchant and order. */
export interface OrderRef {
  readonly merchantId: string;
  readonly orderId: string;
}

/** The order's own notification URL, as a sub-query of a statement about the same merchant. */
export const notifyUrlOf = ({ merchantId, orderId }: OrderRef): Expression<string | null> =>
  sql<string | null>`SELECT p.notify_url FROM coin_order_particulars p
    WHERE p.merchant_id = ${merchantId} AND p.order_id = ${orderId}`;

/** An order's items and metadata in the open API's form, as a sub-query of a statement about the same merchant. */
export const particularsObject = ({ merchantId, orderId }: OrderRef): Expression<object> =>
  sql<object>`SELECT jsonb_build_object('metadata', p.metadata, 'items', coalesce((
      SELECT jsonb_agg(jsonb_strip_nulls(line.item || jsonb_build_object(
               'unitAmount', (line.item->>'unitAmount')::bigint, 'amount', (line.item->>'amount')::bigint)) ORDER BY place)
        FROM jsonb_array_elements(p.items) WITH ORDINALITY AS line (item, place)), '[]'::jsonb))
    FROM coin_order_particulars p WHERE p.merchant_id = ${merchantId} AND p.order_id = ${orderId}`;

type Scoping = Pick<Context, "actor" | "db">;

const ordersOf = (ctx: Scoping, merchantId: string) =>
  from(ctx, "coinOrders").selectAll().where("merchantId", "=", merchantId);

/** Reads an order in the actor's scope and locks it until the transaction ends, so that its steps are serialised. */
export const lockOrder = async (ctx: Scoping, { merchantId, orderId }: OrderRef): Promise<OrderRow> =>
  ordersOf(ctx, merchantId)
    .where("id", "=", orderId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("coinOrder", orderId));

/** Reads an order in the actor's scope without locking it. */
export const readOrderRow = async (ctx: Scoping, { merchantId, orderId }: OrderRef): Promise<OrderRow> =>
  ordersOf(ctx, merchantId)
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow(() => notFound("coinOrder", orderId));

/** An order by its number, in the actor's scope. */
export const findOrderByNo = async (
  ctx: Scoping,
  { merchantId, orderNo }: { readonly merchantId: string; readonly orderNo: string },
): Promise<OrderRow> =>
  ordersOf(ctx, merchantId)
    .where("orderNo", "=", orderNo)
    .executeTakeFirstOrThrow(() => notFound("coinOrder", orderNo));

/** A merchant's order by its own number; undefined where there is none. */
export const findByMerchantNo = (
  { db }: Pick<Context, "db">,
  { merchantId, mode, merchantOrderNo }: Pick<OrderRow, "merchantId" | "mode" | "merchantOrderNo">,
): Promise<OrderRow | undefined> =>
  db
    .selectFrom("coinOrders")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("merchantOrderNo", "=", merchantOrderNo)
    .executeTakeFirst();

/** An order to be written, with its seal. */
const sealed = ({ seals }: Pick<Context, "seals">, values: NewOrderRow) => {
  const whole = { origin: "platform", importId: null, ...values } as OrderRow;
  return { ...values, seal: seals.made("coinOrders", whole) };
};

/** Inserts an order unless the merchant's number is taken; then undefined. */
export const insertOrder = (ctx: Context, values: NewOrderRow): Promise<OrderRow | undefined> =>
  ctx.db
    .insertInto("coinOrders")
    .values(sealed(ctx, values))
    .onConflict((conflict) => conflict.columns(["merchantId", "mode", "merchantOrderNo"]).doNothing())
    .returningAll()
    .executeTakeFirst();

/**
 * Inserts an order. The database refuses a merchant's number that is taken; {@link isNumberTaken} recognises the
 * error.
 */
export const addOrder = (ctx: Context, values: NewOrderRow): Promise<OrderRow> =>
  ctx.db.insertInto("coinOrders").values(sealed(ctx, values)).returningAll().executeTakeFirstOrThrow();

/** Whether an error means that the merchant's number has an order already. */
export const isNumberTaken = (error: unknown): boolean => violates(error, "coin_orders_merchant_no_unique");

export async function insertParticulars({ db }: Context, values: NewOrderParticulars): Promise<void> {
  await write(db, db.insertInto("coinOrderParticulars").values(values).compile());
}

/** The particulars of one order; undefined where there is no such order. */
export const findParticulars = (
  { db }: Pick<Context, "db">,
  { merchantId, orderId }: OrderRef,
): Promise<OrderParticulars | undefined> =>
  db
    .selectFrom("coinOrderParticulars")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .executeTakeFirst();

/** Changes the particulars of an order that the caller holds locked. */
export async function updateParticulars(
  { db }: Pick<Context, "db">,
  { merchantId, orderId }: OrderRef,
  values: Updateable<Tables["coinOrderParticulars"]>,
): Promise<void> {
  await db
    .updateTable("coinOrderParticulars")
    .set(values)
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .execute();
}

/** Changes an order that the caller holds locked, and returns it. */
export const updateOrder = ({ db, seals }: Context, before: OrderRow, values: OrderChange): Promise<OrderRow> => {
  const write = (change: OrderChange) =>
    db
      .updateTable("coinOrders")
      .set(change)
      .where("merchantId", "=", before.merchantId)
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  // Few steps change a sealed column; the others are written in the same round trip as their timeline entries.
  const touched = Object.keys(values);
  if (!sealedColumns.coinOrders.some((column) => touched.includes(column))) return write(values);
  return seals.changed(db, "coinOrders", before, values).then((seal) => write({ ...values, ...seal }));
};

/** Facts that decide whether a merchant's payment may begin. */
export interface MerchantFacts {
  readonly tenantId: number;
  /** The zone of its days. */
  readonly timezone: string;
  readonly canPay: boolean;
  readonly canRefund: boolean;
  readonly canWithdraw: boolean;
  readonly canPayout: boolean;
  readonly riskLevel: string;
  readonly status: MerchantState;
}

export const merchantFacts = ({ db }: Pick<Context, "db">, merchantId: string): Promise<MerchantFacts> =>
  db
    .selectFrom("merchants")
    .select(["tenantId", "timezone", "canPay", "canRefund", "canWithdraw", "canPayout", "riskLevel", "status"])
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();

type Category = NonNullable<OrderRow["methodCategory"]>;

/** Category of a catalogue method; undefined for an unknown method. */
export async function categoryOf(
  { db }: Pick<Context, "db">,
  tenantId: number,
  code: string,
): Promise<Category | undefined> {
  const row = await db
    .selectFrom("paymentMethods")
    .select("category")
    .where("tenantId", "=", tenantId)
    .where("code", "=", code)
    .where("status", "=", "enabled")
    .executeTakeFirst();
  return row?.category;
}
