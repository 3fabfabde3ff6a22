import type { Context } from "../../../platform/http/context.ts";
import { attemptQueryQueue } from "../../payments/payment-attempt/index.ts";
import { refundAskQueue } from "../../payments/refund-processing/index.ts";
import { type OurRecord, refundIdOf } from "./recon-counterpart.store.ts";

/**
 * Queries the gateway about records whose status a file contradicts. Its answer is applied as usual; a returned refund
 * is thereby returned to its merchant. Where the gateway gives no answer, two people resolve the line.
 */
export async function queryGateway(ctx: Context, records: readonly OurRecord[]): Promise<void> {
  for (const { refType, merchantId, orderId, id } of records) {
    if (refType === "refund" || refType === "refund_reversal")
      await ctx.enqueue({ queue: refundAskQueue, data: { merchantId, orderId, refundId: refundIdOf(id) } });
    if (refType !== "capture") continue;
    const { attemptId } = await ctx.db
      .selectFrom("captures")
      .select("attemptId")
      .where("merchantId", "=", merchantId)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await ctx.enqueue({ queue: attemptQueryQueue, data: { merchantId, orderId, attemptId, asked: true } });
  }
}
