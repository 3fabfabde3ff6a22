import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { violates } from "../../../platform/db/database-error.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { refundQueue, requestRefund } from "../refund-processing/index.ts";
import { refOf } from "../refund-record/index.ts";
import {
  type RefundImportContext,
  RefundImportStopped,
  refusedAs,
  requestedRefundOf,
} from "./refund-dry-run.service.ts";
import { countDone, type RefundFileRow, refOfFile } from "./refund-import.store.ts";
import {
  askedBefore,
  changeRow,
  changeWaiting,
  countsOf,
  isAsWritten,
  nextRow,
  type RefundRowChange,
  type StoredRefundRow,
} from "./refund-row.store.ts";

/**
 * Requests the refund of the next row, in a transaction that also records it in the row: a crash requests none twice,
 * and the database prevents an equal row of another file from doing so. False when none is left.
 */
export async function askNext(desk: RefundImportContext, file: RefundFileRow): Promise<boolean> {
  const { spine, caller } = desk;
  let row: StoredRefundRow | undefined;
  try {
    const isAsked = await transact(spine, caller, async (ctx) => {
      row = await nextRow(ctx.db, refOfFile(file));
      if (row) await ask(ctx, desk, file, row);
      return row !== undefined;
    });
    return isAsked || (await isMoreLeft(desk, file));
  } catch (error) {
    const change = row && (await whyNot(desk, file, row, error));
    if (!row || !change) throw error;
    const refused = row;
    await spine.db.transaction().execute(async (tx) => {
      // Its lock ended with the failed transaction: another node may have processed it since.
      if (await changeWaiting({ ...spine, db: tx }, refused, change)) await count(tx, desk, file);
    });
    return true;
  }
}

async function ask(ctx: Context, desk: RefundImportContext, file: RefundFileRow, row: StoredRefundRow): Promise<void> {
  if (!(await isAsWritten(ctx, row))) throw refuse("orderRefund.altered");
  const ref = { merchantId: file.merchantId, orderId: row.orderId ?? "" };
  const refund = await requestRefund(ctx, ref, requestedRefundOf(row));
  if (refund.status === "created") await ctx.enqueue({ queue: refundQueue, data: refOf(refund) });
  const { id: refundId, settleAmount, settleCurrency, sourceBucket } = refund;
  await changeRow(ctx, row, { verdict: "asked", refundId, settleAmount, settleCurrency, sourceBucket });
  await count(ctx.db, desk, file);
}

/** Counts one row as done; throws where somebody stopped the step. */
async function count(db: Context["db"], { signal }: RefundImportContext, file: RefundFileRow): Promise<void> {
  const isOn = await countDone(db, refOfFile(file));
  if (signal.aborted || !isOn) throw new RefundImportStopped();
}

/** A row that another node held locked during the search may still be waiting. */
async function isMoreLeft({ spine }: RefundImportContext, file: RefundFileRow): Promise<boolean> {
  const { refund = 0, review = 0 } = await countsOf(spine.db, refOfFile(file));
  return refund + review > 0;
}

/** The reason for refusing a row that a failure gives; undefined for other failures. */
async function whyNot(
  { spine }: RefundImportContext,
  file: RefundFileRow,
  row: StoredRefundRow,
  error: unknown,
): Promise<RefundRowChange | undefined> {
  if (error instanceof Refusal) return refusedAs(error, file);
  if (violates(error, "order_refunds_merchant_no_unique"))
    return refusedAs(refuse("orderRefund.duplicateRefundNo", { merchantRefundNo: row.merchantRefundNo }), file);
  if (!violates(error, "refund_import_rows_key_unique") || row.rowKey === null) return undefined;
  const refundId = (await askedBefore(spine.db, file, [row.rowKey])).get(row.rowKey);
  return refundId ? { verdict: "present", refundId } : undefined;
}
