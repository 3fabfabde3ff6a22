import type { Context } from "../../../platform/http/context.ts";
import { markOrdersSettled, ordersOfBatch } from "./settlement-order.store.ts";

/** Where orders are marked as settled once their batch is: behind it, since payments lock an order before its book. */
export const settledOrdersQueue = "settlement.orders";

/** Orders that are marked in one transaction. */
const stretch = 500;

/** Marks the orders of a settled batch, some at a time; what is marked already stays. */
export async function markSettledOrders(
  db: Context["db"],
  batch: { readonly merchantId: string; readonly batchId: string },
): Promise<void> {
  for (let after = ""; ; ) {
    const ids = await ordersOfBatch(db, batch, { after, limit: stretch });
    await markOrdersSettled(db, batch.merchantId, ids);
    const last = ids.at(-1);
    if (last === undefined || ids.length < stretch) return;
    after = last;
  }
}
