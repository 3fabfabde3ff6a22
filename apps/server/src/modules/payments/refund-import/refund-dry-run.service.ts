import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { refundHeld } from "@countinghouse/ledger/refund.postings.ts";
import { add, type Money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { type TransactionContext, transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { buildTranslator } from "../../../platform/http/translate.ts";
import type { JobRuntime } from "../../../platform/jobs/job-context.ts";
import { postEntries } from "../../funds/ledger/index.ts";
import { lockOrder } from "../order-record/index.ts";
import { feesOf } from "../refund-booking/index.ts";
import { planRefund, requestRefund } from "../refund-processing/index.ts";
import { refundByMerchantNo } from "../refund-record/index.ts";
import { problemText, rowKeys } from "./refund-file.policy.ts";
import { localeOf, noteProgress, type RefundFileRow, refOfFile } from "./refund-import.store.ts";
import {
  askedBefore,
  changeRow,
  isAsWritten,
  type OrderOfRow,
  ordersNamed,
  type RefundRowChange,
  readableRows,
  type StoredRefundRow,
} from "./refund-row.store.ts";

/** Dependencies of processing a file of refunds. */
export interface RefundImportContext {
  readonly spine: JobRuntime;
  /** The user who started it, in the language of the file. */
  readonly caller: TransactionContext;
  /** Aborted when the node stops: uncommitted work is left to the next node. */
  readonly signal: AbortSignal;
}

/** The file was moved on by somebody else, or the node stops: nothing more is written. */
export class RefundImportStopped extends Error {}

/** Most rows of one order in a file: they are tried in one transaction, which blocks the merchant's book. */
const rowsOfOrderMax = 20;

const translator = buildTranslator([orderRefund]);

/** A refusal as a row's reason, in the language of the file. */
export const refusedAs = ({ code, values }: Refusal, file: RefundFileRow): RefundRowChange => ({
  ...nothingTaken,
  verdict: "refused",
  refusal: translator.refusal(code, values, localeOf(file)),
});

const nothingTaken = { settleAmount: null, settleCurrency: null, handlingFee: null, sourceBucket: null } as const;

/** The refund request of a row. */
export const requestedRefundOf = (row: StoredRefundRow) => ({
  amount: fromWire(row.amount ?? "0", row.currency ?? ""),
  reason: row.reason ?? "other",
  remark: row.remark,
  merchantRefundNo: row.merchantRefundNo,
});

/** Checks every row without refunding: each refund is requested and rolled back. */
export async function dryRun(desk: RefundImportContext, file: RefundFileRow): Promise<void> {
  const { db, clock } = desk.spine;
  const rows = await readableRows(db, refOfFile(file));
  const named = await transact(desk.spine, desk.caller, (ctx) => withOrders(ctx, file, rows));
  const groups = [...Map.groupBy(named, ({ orderId, row }) => orderId ?? `row ${row.rowNo}`).values()];
  const taken = new Map<string, Taken>();
  let turn = 0;
  let doneRows = file.rowCount - rows.length;
  for (const group of groups) {
    const changes = await judgeGroup(desk, file, group, taken);
    await db.transaction().execute(async (tx) => {
      for (const [at, { row }] of group.entries()) {
        turn += 1;
        await changeRow({ ...desk.spine, db: tx }, row, { ...changes[at], turn });
      }
      doneRows += group.length;
      await note({ ...desk.spine, db: tx }, desk, file, { doneRows });
    });
  }
  await note(desk.spine, desk, file, { status: "checked", checkTime: clock.now().toISOString() });
}

async function note(
  { db }: Pick<JobRuntime, "db">,
  { signal }: RefundImportContext,
  file: RefundFileRow,
  values: Parameters<typeof noteProgress>[3],
): Promise<void> {
  if (signal.aborted || !(await noteProgress(db, refOfFile(file), file.status, values)))
    throw new RefundImportStopped();
}

interface NamedRow {
  readonly row: StoredRefundRow;
  readonly orderId: string | null;
  /** The verdict known without a request. */
  readonly known: RefundRowChange | null;
}

/** Finds each row's order, and whether an equal row requested its refund before. */
async function withOrders(ctx: Context, file: RefundFileRow, rows: readonly StoredRefundRow[]): Promise<NamedRow[]> {
  const numbers = rows.flatMap(({ orderNo, merchantOrderNo }) =>
    [orderNo, merchantOrderNo].filter((one) => one !== null),
  );
  const orders = await ordersNamed(ctx, file, [...new Set(numbers)]);
  const altered = new Set<StoredRefundRow>();
  for (const row of rows) if (!(await isAsWritten(ctx, row))) altered.add(row);
  const found = rows.map((row) => ({
    row,
    ...(altered.has(row)
      ? { order: undefined, refusal: refusedAs(refuse("orderRefund.altered"), file) }
      : orderOf(file, row, orders)),
  }));
  const whole = found.flatMap(({ row, order }) =>
    order && row.amount && row.currency
      ? [{ row, ...row, orderId: order.id, amount: row.amount, currency: row.currency }]
      : [],
  );
  const keys = new Map(rowKeys(whole).map((key, at) => [whole[at]?.row, key]));
  const before = await askedBefore(ctx.db, file, [...keys.values()]);
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return found.map(({ row, order, refusal }) => {
    const rowKey = keys.get(row) ?? null;
    if (!order || rowKey === null) return { row, orderId: null, known: refusal };
    const names = { orderId: order.id, orderNo: order.orderNo, merchantOrderNo: order.merchantOrderNo, rowKey };
    const refundId = before.get(rowKey);
    if (refundId)
      return { row, orderId: null, known: { ...names, ...nothingTaken, verdict: "present", refusal: null, refundId } };
    const count = (counts.get(order.id) ?? 0) + 1;
    counts.set(order.id, count);
    const problem = seen.has(rowKey)
      ? refusedAs(refuse("orderRefund.duplicateRefundNo", { merchantRefundNo: row.merchantRefundNo }), file)
      : count > rowsOfOrderMax
        ? problemOf(file, "tooManyOfOrder", rowsOfOrderMax)
        : undefined;
    seen.add(rowKey);
    return problem
      ? { row, orderId: null, known: { ...names, ...problem } }
      : { row: { ...row, ...names }, orderId: order.id, known: null };
  });
}

const problemOf = (
  file: RefundFileRow,
  problem: Parameters<typeof problemText>[0],
  value: unknown,
): RefundRowChange => ({
  ...nothingTaken,
  verdict: "refused",
  refusal: problemText(problem, localeOf(file), { value }),
});

/** The order that a row's numbers identify, or why they identify none. */
function orderOf(
  file: RefundFileRow,
  { orderNo, merchantOrderNo, currency }: StoredRefundRow,
  orders: readonly OrderOfRow[],
) {
  const given = [orderNo, merchantOrderNo].filter((one) => one !== null);
  const named = given.map(
    (no) => orders.find((one) => one.orderNo === no) ?? orders.find((one) => one.merchantOrderNo === no),
  );
  const unknown = given[named.indexOf(undefined)];
  const [order] = named;
  if (!order || unknown !== undefined) return { order: undefined, refusal: problemOf(file, "unknownOrder", unknown) };
  if (named.some((one) => one?.id !== order.id))
    return { order: undefined, refusal: problemOf(file, "ordersDiffer", "") };
  if (order.currency !== currency) return { order: undefined, refusal: problemOf(file, "otherCurrency", currency) };
  return { order, refusal: null };
}

/** Amounts that earlier rows take from a balance. */
interface Taken {
  readonly bucket: "pending" | "available";
  readonly amount: Money;
}

/** Carries results out of a transaction that is rolled back. */
class Undone extends Error {
  readonly changes: readonly RefundRowChange[];

  constructor(changes: readonly RefundRowChange[]) {
    super("undone");
    this.changes = changes;
  }
}

/**
 * Requests the refunds of one order and rolls them back. Amounts of earlier rows are set aside first, so that a
 * balance is spent once; locks are held for these rows only.
 */
async function judgeGroup(
  desk: RefundImportContext,
  file: RefundFileRow,
  group: readonly NamedRow[],
  taken: Map<string, Taken>,
): Promise<readonly RefundRowChange[]> {
  const [first] = group;
  if (first?.known || !first?.orderId) return group.map(({ known }) => known ?? {});
  const { merchantId } = file;
  const ref = { merchantId, orderId: first.orderId };
  const added = new Map<string, Taken>();
  try {
    await transact(desk.spine, desk.caller, async (ctx) => {
      added.clear();
      // Lock order everywhere: the order before the book.
      await lockOrder(ctx, ref);
      await setAside(ctx, file, ref.orderId, [...taken.values()]);
      const changes: RefundRowChange[] = [];
      for (const { row } of group) changes.push(await tried(ctx, file, row, added));
      throw new Undone(changes);
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    for (const [key, { bucket, amount }] of added)
      taken.set(key, { bucket, amount: add(taken.get(key)?.amount ?? fromWire("0", amount.currency), amount) });
    return error.changes;
  }
  throw new Error("a dry run was kept");
}

async function setAside(ctx: Context, file: RefundFileRow, orderId: string, taken: readonly Taken[]): Promise<void> {
  const { merchantId, mode: book, id: eventId } = file;
  for (const { bucket, amount } of taken)
    await postEntries(ctx, {
      merchantId,
      book,
      entries: [refundHeld({ merchantId, bucket, amount })],
      eventId,
      part: `${bucket}-${amount.currency}`,
      orderId,
      effectiveDate: ctx.now.toISOString().slice(0, 10),
      description: file.fileName,
    });
}

/** The verdict on one row, found by requesting its refund. */
async function tried(
  ctx: Context,
  file: RefundFileRow,
  row: StoredRefundRow,
  taken: Map<string, Taken>,
): Promise<RefundRowChange> {
  const { orderId, orderNo, merchantOrderNo, rowKey, merchantRefundNo } = row;
  const names = { orderId, orderNo, merchantOrderNo, rowKey };
  const ref = { merchantId: file.merchantId, orderId: orderId ?? "" };
  try {
    const same = merchantRefundNo && (await refundByMerchantNo(ctx, { ...file, merchantRefundNo }));
    if (same) {
      if (same.orderId !== orderId || same.amount !== row.amount)
        throw refuse("orderRefund.duplicateRefundNo", { merchantRefundNo });
      return { ...names, ...nothingTaken, verdict: "present", refusal: null, refundId: same.id };
    }
    const asked = requestedRefundOf(row);
    const plan = await planRefund(ctx, await lockOrder(ctx, ref), asked);
    const { handling } = feesOf(plan.shares, plan.settle, false);
    const fee = add(handling.fee, handling.tax);
    const { sourceBucket, status } = await requestRefund(ctx, ref, asked);
    if (sourceBucket !== "payer_funds") {
      const key = `${sourceBucket} ${plan.settle.currency}`;
      const needed = add(plan.settle, fee);
      const before = taken.get(key)?.amount;
      taken.set(key, { bucket: sourceBucket, amount: before ? add(before, needed) : needed });
    }
    return {
      ...names,
      verdict: status === "review" ? "review" : "refund",
      refusal: null,
      settleAmount: toWire(plan.settle),
      settleCurrency: plan.settle.currency,
      handlingFee: toWire(fee),
      sourceBucket,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...names, ...refusedAs(error, file) };
  }
}
