import { openCaptureStates } from "@countinghouse/contract/payments/capture/capture.lifecycle.ts";
import type { OrderCapture } from "@countinghouse/contract/payments/capture/capture.ts";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { write } from "../../../platform/db/pipelined.ts";
import { from } from "../../../platform/db/scoped.ts";
import { readShaped } from "../../../platform/db/shaped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";

/** A stored capture. */
export type CaptureRow = Selectable<Tables["captures"]>;
export type NewCapture = Insertable<Tables["captures"]>;
export type CaptureChange = Updateable<Tables["captures"]>;

/** Identifies one capture, with merchant and order. */
export interface CaptureRef {
  readonly merchantId: string;
  readonly orderId: string;
  readonly attemptId: string;
  readonly captureId: string;
}

type OfOrder = Pick<CaptureRef, "merchantId" | "orderId">;
type OfAttempt = OfOrder & Pick<CaptureRef, "attemptId">;
type Reading = Pick<Context, "actor" | "db">;

const plainColumns = [
  "captures.id",
  "captures.captureNo",
  "captures.orderId",
  "captures.orderNo",
  "captures.attemptId",
  "captures.merchantId",
  "captures.mode",
  "captures.seq",
  "captures.status",
  "captures.isFinal",
  "captures.isPriced",
  "captures.refundedAmount",
  "captures.amount",
  "captures.currency",
  "captures.settleCurrency",
  "captures.settleAmount",
  "captures.feeAmount",
  "captures.feeTaxAmount",
  "captures.netAmount",
  "captures.gatewayCostAmount",
  "captures.gatewayCostCurrency",
  "captures.fxRate",
  "captures.dueDate",
  "captures.gatewayAccountId",
  "captures.upstreamId",
  "captures.failureCode",
  "captures.upstreamCode",
  "captures.upstreamMessage",
  "captures.askedTime",
  "captures.finishedTime",
] as const;

/** Captures in the actor's scope. */
export function capturesInScope(ctx: Context) {
  const query = from(ctx, "captures");
  const condition = ofVisibleMerchants(ctx, "captures.merchantId");
  return condition ? query.where(condition) : query;
}

const accountName = sql<string | null>`(
  SELECT named.name FROM gateway_accounts named WHERE named.id = captures.gateway_account_id)`.as("gatewayAccountName");

/** The captured amount not claimed by refunds. */
const refundable = sql<string>`CASE WHEN captures.status = 'succeeded'
  THEN captures.amount - captures.refund_claimed ELSE 0 END`.as("refundableAmount");

/** Captures in the actor's scope, with the columns of lists. */
export const describedCaptures = (ctx: Context) =>
  capturesInScope(ctx).select([
    ...plainColumns,
    sql<string | null>`(SELECT named.name FROM merchants named WHERE named.id = captures.merchant_id)`.as(
      "merchantName",
    ),
    accountName,
    refundable,
  ]);

/** An order's captures for its page, first one first. The caller has found the order in the actor's scope. */
export const describedOfOrder = (ctx: Context, { merchantId, orderId }: OfOrder): Promise<OrderCapture[]> =>
  readShaped(ctx, "captures of an order", { merchantId, orderId }, (given) =>
    from(ctx, "captures")
      .select([...plainColumns, accountName, refundable])
      .where("captures.merchantId", "=", given.merchantId)
      .where("captures.orderId", "=", given.orderId)
      .orderBy("captures.seq")
      .compile(),
  );

/** The captures of several orders of one merchant, by sequence number within each order. */
export const capturesOfOrders = (
  ctx: Reading,
  merchantId: string,
  orderIds: readonly string[],
): Promise<CaptureRow[]> =>
  from(ctx, "captures")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "in", [...orderIds])
    .orderBy("orderId")
    .orderBy("seq")
    .execute();

/** A merchant's capture by its number; undefined where the merchant has none. */
export const captureByNo = (
  ctx: Reading,
  { merchantId, mode, captureNo }: Pick<CaptureRow, "merchantId" | "mode" | "captureNo">,
): Promise<CaptureRow | undefined> =>
  from(ctx, "captures")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("captureNo", "=", captureNo)
    .executeTakeFirst();

const isOpen = [...openCaptureStates];

/** The order's open capture. */
export const openCapture = ({ db }: Pick<Context, "db">, { merchantId, orderId }: OfOrder) =>
  db
    .selectFrom("captures")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .where("status", "in", isOpen)
    .executeTakeFirst();

/** Failed captures of an attempt that had been sent to the gateway, newest first. */
export const refusedCaptures = (
  { db }: Pick<Context, "db">,
  { merchantId, orderId, attemptId }: OfAttempt,
): Promise<CaptureRow[]> =>
  db
    .selectFrom("captures")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .where("attemptId", "=", attemptId)
    .where("status", "=", "failed")
    .where("sentTime", "is not", null)
    .orderBy("seq", "desc")
    .execute();

/** The next sequence number of an order's captures. The caller holds the order's lock. */
export async function nextPlace({ db }: Pick<Context, "db">, { merchantId, orderId }: OfOrder): Promise<number> {
  const { last } = await db
    .selectFrom("captures")
    .select((eb) => eb.fn.max("seq").as("last"))
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** Adds a capture. The database refuses a second open one (`captures_open_unique`). */
export const insertCapture = ({ db, seals }: Pick<Context, "db" | "seals">, values: NewCapture): Promise<void> => {
  const sealed = { isPriced: false, ...values };
  const seal = seals.made("captures", sealed as CaptureRow);
  return write(
    db,
    db
      .insertInto("captures")
      .values({ ...sealed, seal })
      .compile(),
  );
};

/** Changes a capture of an order whose row the caller holds locked. */
export async function updateCapture(
  { db, seals }: Pick<Context, "db" | "seals">,
  before: CaptureRow,
  values: CaptureChange,
): Promise<void> {
  const changed = { ...values, ...(await seals.changed(db, "captures", before, values)) };
  const { merchantId, id } = before;
  const query = db.updateTable("captures").set(changed).where("merchantId", "=", merchantId).where("id", "=", id);
  await write(db, query.compile());
}

/**
 * Marks an open capture as sent and returns it. Undefined once its outcome is known, once another payment has paid the
 * order, and with `ifUnsent` once any process has sent it.
 */
export const markSent = (
  { db, now }: Pick<Context, "db" | "now">,
  { merchantId, captureId }: Pick<CaptureRef, "merchantId" | "captureId">,
  ifUnsent = false,
): Promise<CaptureRow | undefined> =>
  db
    .updateTable("captures")
    .set({
      status: "sent",
      sentTime: sql<string>`coalesce(sent_time, ${now.toISOString()}::timestamptz)`,
      sendCount: sql<number>`send_count + 1`,
    })
    .where("merchantId", "=", merchantId)
    .where("id", "=", captureId)
    .where("status", "in", ifUnsent ? ["asked"] : isOpen)
    .where(sql<boolean>`EXISTS (SELECT 1 FROM coin_orders o
      WHERE o.merchant_id = captures.merchant_id AND o.id = captures.order_id AND o.status = 'pending')`)
    .returningAll()
    .executeTakeFirst();

/** How often a capture was sent so far. */
export const sendsOf = async (
  { db }: Pick<Context, "db">,
  { merchantId, captureId }: Pick<CaptureRef, "merchantId" | "captureId">,
): Promise<number> =>
  (
    await db
      .selectFrom("captures")
      .select("sendCount")
      .where("merchantId", "=", merchantId)
      .where("id", "=", captureId)
      .executeTakeFirstOrThrow()
  ).sendCount;

/** Changes to a capture's refund totals; signed. */
export interface RefundCount {
  readonly claimed?: bigint;
  readonly claimedSettle?: bigint;
  readonly refunded?: bigint;
  readonly returnedFee?: bigint;
  readonly returnedFeeTax?: bigint;
}

/**
 * Adds to the claimed and returned totals of a capture's refunds. The database refuses claims beyond the captured
 * amount (`captures_refunds_within`).
 */
export async function countRefund(
  { db }: Pick<Context, "db">,
  { merchantId, captureId }: Pick<CaptureRef, "merchantId" | "captureId">,
  { claimed = 0n, claimedSettle = 0n, refunded = 0n, returnedFee = 0n, returnedFeeTax = 0n }: RefundCount,
): Promise<void> {
  const plus = (column: string, more: bigint) => sql<string>`${sql.ref(column)} + ${String(more)}::numeric`;
  const query = db
    .updateTable("captures")
    .set({
      refundClaimed: plus("refund_claimed", claimed),
      refundClaimedSettle: plus("refund_claimed_settle", claimedSettle),
      refundedAmount: plus("refunded_amount", refunded),
      returnedFee: plus("returned_fee", returnedFee),
      returnedFeeTax: plus("returned_fee_tax", returnedFeeTax),
    })
    .where("merchantId", "=", merchantId)
    .where("id", "=", captureId);
  await write(db, query.compile());
}
