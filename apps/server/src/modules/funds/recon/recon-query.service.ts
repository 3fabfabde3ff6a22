import type { Context } from "../../../platform/http/context.ts";
import { attemptQueryQueue } from "../../payments/payment-attempt/index.ts";
import { refundAskQueue } from "../../payments/refund-processing/index.ts";
import { type OurRecord, refundIdOf } from "./recon-counterpart.store.ts";

/**
 * Asks the gateway about records of ours whose standing a file contradicts. What it answers is booked where such answers
 * always are; a refund that came back is the merchant's again by that; where the gateway does not tell, by two people who end the line so.
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
