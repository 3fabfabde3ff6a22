import type { Journal } from "@countinghouse/ledger/journal.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { AttemptFigures } from "./ledger.attempt.policy.ts";
import { attemptsOf } from "./ledger.attempt.store.ts";
import { readJournals } from "./ledger.journal.store.ts";
import type { OrderFigures, StoredCaptureFigures, UnpricedCapture } from "./ledger.order.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import type { RefundedCapture, RefundFigures } from "./ledger.refund.policy.ts";
import { refundedCaptures, refundsOf } from "./ledger.refund.store.ts";

type Db = Kysely<Tables>;

/** An order with its journals and records. */
export interface BookedOrder {
  readonly order: OrderFigures;
  /** In whatever status. */
  readonly captures: readonly StoredCaptureFigures[];
  readonly attempts: readonly AttemptFigures[];
  readonly journals: readonly Journal[];
  readonly unpriced: readonly UnpricedCapture[];
  readonly refunds: readonly RefundFigures[];
  /** Each capture with its refund totals. */
  readonly refunded: readonly RefundedCapture[];
}

/** Columns that an order has once it has captures. */
const pricedColumns = [
  "o.settleAmount",
  "o.feeAmount",
  "o.feeTaxAmount",
  "o.netAmount",
  "o.gatewayCostAmount",
  "o.dueDate",
] as const;

/**
 * An order's unapplied payments in its currency that are to be returned. A wrong amount is returned by decision only;
 * everything else automatically, including late money booked for the merchant.
 */
const dueBack = sql<string>`(SELECT coalesce(sum(CASE
    WHEN d.status <> 'to_return' THEN 0 WHEN d.kind = 'amount_mismatch' THEN d.held_amount
    ELSE d.amount - d.returned_amount END), 0)::text
  FROM payment_dues d WHERE d.merchant_id = o.merchant_id AND d.order_id = o.id AND d.currency = o.currency)`;

/**
 * The next orders of a book with money or journals, by id. Imported orders have no money. Checked by {@link
 * orderFindings}.
 */
export async function bookedOrders(
  db: Db,
  { merchantId, book }: MerchantBook,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<BookedOrder[]> {
  const orders = await db
    .selectFrom("coinOrders as o")
    .select([
      "o.id",
      "o.tenantId",
      "o.orderNo",
      "o.currency",
      "o.amount",
      "o.capturedAmount",
      "o.refundedAmount",
      "o.surplusAmount",
    ])
    .select("o.settleCurrency")
    .select(dueBack.as("dueBack"))
    .select(pricedColumns)
    .select(["o.gatewayCostCurrency", "o.fxRate", "o.fx", "o.feeRule"])
    .where("o.merchantId", "=", merchantId)
    .where("o.mode", "=", book)
    .where("o.origin", "=", "platform")
    .where("o.id", ">", after)
    .where((is) =>
      is.or([
        is("o.capturedAmount", "<>", "0"),
        is("o.refundedAmount", "<>", "0"),
        is("o.surplusAmount", "<>", "0"),
        ...pricedColumns.map((column) => is(column, "is not", null)),
        is.exists(
          is
            .selectFrom("ledgerJournals as j")
            .select("j.id")
            .where("j.merchantId", "=", merchantId)
            .whereRef("j.orderId", "=", "o.id"),
        ),
        is.exists(
          is
            .selectFrom("paymentAttempts as a")
            .select("a.id")
            .where("a.merchantId", "=", merchantId)
            .whereRef("a.orderId", "=", "o.id")
            .where("a.capturedAmount", "<>", "0"),
        ),
        is.exists(
          is
            .selectFrom("unpricedCaptures as u")
            .select("u.id")
            .where("u.merchantId", "=", merchantId)
            .whereRef("u.orderId", "=", "o.id"),
        ),
      ]),
    )
    .orderBy("o.id")
    .limit(limit)
    .execute();
  return withBooked(db, { merchantId, book }, orders);
}

/** Adds journals and records to orders. */
async function withBooked(
  db: Db,
  { merchantId, book }: MerchantBook,
  orders: readonly OrderFigures[],
): Promise<BookedOrder[]> {
  const ids = orders.map(({ id }) => id);
  const journals = ids.length === 0 ? [] : await journalsOfOrders(db, { merchantId, book }, ids);
  const byOrder = Map.groupBy(journals, ({ orderId }) => orderId);
  const unpriced = Map.groupBy(await unpricedOf(db, merchantId, ids), ({ orderId }) => orderId);
  const captures = Map.groupBy(await capturesOf(db, merchantId, ids), ({ orderId }) => orderId);
  const refunds = Map.groupBy(await refundsOf(db, merchantId, ids), ({ orderId }) => orderId);
  const refunded = Map.groupBy(await refundedCaptures(db, merchantId, ids), ({ orderId }) => orderId);
  const attempts = Map.groupBy(await attemptsOf(db, merchantId, ids), ({ orderId }) => orderId);
  return orders.map((order) => ({
    order,
    captures: captures.get(order.id) ?? [],
    attempts: attempts.get(order.id) ?? [],
    journals: byOrder.get(order.id) ?? [],
    refunds: refunds.get(order.id) ?? [],
    refunded: refunded.get(order.id) ?? [],
    unpriced: (unpriced.get(order.id) ?? []).map(({ record, ...row }) => ({ ...row, capture: record })),
  }));
}

/** Captures of some orders listed as unpriced, each with its own record. */
async function unpricedOf(db: Db, merchantId: string, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom("unpricedCaptures")
    .select(["id", "orderId", "attemptId", "amount", "currency", "capturedBefore"])
    .where("merchantId", "=", merchantId)
    .where("orderId", "in", [...orderIds])
    .orderBy("id")
    .execute();
  if (rows.length === 0) return [];
  const captures = await db
    .selectFrom("captures")
    .select(["id", "status", "orderId", "attemptId", "amount", "currency", "isPriced"])
    .where("merchantId", "=", merchantId)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const records = new Map(captures.map((one) => [one.id, one]));
  return rows.map((row) => ({ ...row, record: records.get(row.id) ?? null }));
}

/**
 * When a capture's money was booked, where that differs from its completion time. Times in a book never decrease: a
 * journal of a node whose clock lags gets the time of the one before.
 */
const postedOtherwise = sql<string | null>`(
  SELECT j.posted_at FROM ledger_journals j
   WHERE j.merchant_id = captures.merchant_id AND j.order_id = captures.order_id AND j.event_id = captures.id
     AND j.event IN ('J01', 'J04') AND j.reversal_of IS NULL AND j.posted_at IS DISTINCT FROM captures.finished_time
     AND NOT (j.posted_at > captures.finished_time AND EXISTS (
       SELECT FROM ledger_journals p
        WHERE p.merchant_id = j.merchant_id AND p.book = j.book AND p.seq = j.seq - 1 AND p.posted_at = j.posted_at))
   ORDER BY j.seq LIMIT 1)`.as("postedOtherwise");

/** The captures of some orders. */
async function capturesOf(db: Db, merchantId: string, orderIds: readonly string[]): Promise<StoredCaptureFigures[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom("captures")
    .select(["tenantId", "orderNo", "finishedTime", postedOtherwise])
    .select(["seq", "status", "isPriced", "fxRate", "fx", "feeRule", "dueDate"])
    .select(["id", "orderId", "attemptId", "amount", "currency", "settleCurrency", "settleAmount", "feeAmount"])
    .select(["feeTaxAmount", "netAmount", "gatewayCostAmount", "gatewayCostCurrency"])
    .where("merchantId", "=", merchantId)
    .where("orderId", "in", [...orderIds])
    .orderBy("seq")
    .execute();
  return rows as StoredCaptureFigures[];
}

/** Journals of some orders in a book, with their readable postings. */
export async function journalsOfOrders(
  db: Db,
  { merchantId, book }: MerchantBook,
  ids: readonly string[],
): Promise<Journal[]> {
  const rows = await db
    .selectFrom("ledgerJournals")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("orderId", "in", [...ids])
    .orderBy("seq")
    .execute();
  return readJournals(db, merchantId, rows);
}

/** Which of some orders are missing, in the mode of the book. */
export async function absentOrders(
  db: Db,
  { merchantId, book }: MerchantBook,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("coinOrders")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("mode", "=", book)
    .where("id", "in", [...ids])
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
}
