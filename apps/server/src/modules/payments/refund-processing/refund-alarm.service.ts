import type { Context } from "../../../platform/http/context.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import type { RefundRow } from "../refund-record/index.ts";

/** Raises an alarm for a person, once per refund, about a case that no rule decides. */
export async function alarm(ctx: Context, refund: RefundRow, eventType: string, message: string): Promise<void> {
  const { merchantId, orderId, orderNo, refundNo, amount, currency } = refund;
  await recordException(ctx, {
    source: "connector",
    eventType,
    objectType: "order",
    objectId: orderId,
    merchantId,
    level: "critical",
    message: `${orderNo} ${refundNo}: ${message}`,
    payload: { orderNo, refundNo, amount, currency },
  });
}
