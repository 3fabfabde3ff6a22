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

/** Names one order: everything of it is read by both. */
export interface OrderRef {
  readonly merchantId: string;
  readonly orderId: string;
}

/** The address that an order names for its notifications, as a part of a statement about the same merchant. */
export const notifyUrlOf = ({ merchantId, orderId }: OrderRef): Expression<string | null> =>
  sql<string | null>`SELECT p.notify_url FROM coin_order_particulars p
    WHERE p.merchant_id = ${merchantId} AND p.order_id = ${orderId}`;

/** Items and metadata of an order as merchants see them, as a part of a statement about the same merchant. */
export const particularsObject = ({ merchantId, orderId }: OrderRef): Expression<object> =>
  sql<object>`SELECT jsonb_build_object('metadata', p.metadata, 'items', coalesce((
      SELECT jsonb_agg(jsonb_strip_nulls(line.item || jsonb_build_object(
               'unitAmount', (line.item->>'unitAmount')::bigint, 'amount', (line.item->>'amount')::bigint)) ORDER BY place)
        FROM jsonb_array_elements(p.items) WITH ORDINALITY AS line (item, place)), '[]'::jsonb))
    FROM coin_order_particulars p WHERE p.merchant_id = ${merchantId} AND p.order_id = ${orderId}`;

type Scoping = Pick<Context, "actor" | "db">;

const ordersOf = (ctx: Scoping, merchantId: string) =>
  from(ctx, "coinOrders").selectAll().where("merchantId", "=", merchantId);

/** Reads an order in the actor's scope and locks it until the transaction ends: every step of it goes one by one. */
export const lockOrder = async (ctx: Scoping, { merchantId, orderId }: OrderRef): Promise<OrderRow> =>
  ordersOf(ctx, merchantId)
    .where("id", "=", orderId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("coinOrder", orderId));

/** Reads an order in the actor's scope as it stands. */
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

/** The order a merchant knows by its own number, if there is one. */
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

/** Adds an order unless the merchant's number is taken; then there is nothing to answer. */
export const insertOrder = (ctx: Context, values: NewOrderRow): Promise<OrderRow | undefined> =>
  ctx.db
    .insertInto("coinOrders")
    .values(sealed(ctx, values))
    .onConflict((conflict) => conflict.columns(["merchantId", "mode", "merchantOrderNo"]).doNothing())
    .returningAll()
    .executeTakeFirst();

/** Adds an order. The database refuses a merchant's number that is taken; {@link isNumberTaken} tells. */
export const addOrder = (ctx: Context, values: NewOrderRow): Promise<OrderRow> =>
  ctx.db.insertInto("coinOrders").values(sealed(ctx, values)).returningAll().executeTakeFirstOrThrow();

/** Whether a failure says that the merchant's number has an order already. */
export const isNumberTaken = (error: unknown): boolean => violates(error, "coin_orders_merchant_no_unique");

export async function insertParticulars({ db }: Context, values: NewOrderParticulars): Promise<void> {
  await write(db, db.insertInto("coinOrderParticulars").values(values).compile());
}

/** What is read with one order alone; undefined where there is no such order. */
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

/** Changes what is read with one order alone, of an order that the caller holds locked. */
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

/** Changes an order that the caller holds locked, and gives back how it is now. */
export const updateOrder = ({ db, seals }: Context, before: OrderRow, values: OrderChange): Promise<OrderRow> => {
  const write = (change: OrderChange) =>
    db
      .updateTable("coinOrders")
      .set(change)
      .where("merchantId", "=", before.merchantId)
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  // Hardly any step changes a sealed column; those that do not are written in the same round trip as their timeline entries.
  const touched = Object.keys(values);
  if (!sealedColumns.coinOrders.some((column) => touched.includes(column))) return write(values);
  return seals.changed(db, "coinOrders", before, values).then((seal) => write({ ...values, ...seal }));
};

/** What decides whether a merchant's payment may begin. */
export interface MerchantFacts {
  readonly tenantId: number;
  /** Where its days begin. */
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

/** The category of a method of the catalogue; undefined for a method nobody has heard of. */
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
