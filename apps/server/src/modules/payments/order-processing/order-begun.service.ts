import { transact } from "../../../platform/db/transact.ts";
import type { PaymentDetails } from "../order-acceptance/index.ts";
import type { AttemptRef } from "../order-outcome/index.ts";
import { findParticulars, readOrderRow } from "../order-record/index.ts";
import { attemptRows } from "../payment-attempt/index.ts";
import { inBackground } from "./order-call.service.ts";
import { finishPayment } from "./order-confirm.service.ts";
import type { OrderNode } from "./order-node.port.ts";

/**
 * Sends a payment that another transaction committed, in the name of `queue`; one that was sent already is left alone.
 */
export async function sendBegun(
  node: OrderNode,
  queue: string,
  ref: AttemptRef,
  details: PaymentDetails,
): Promise<void> {
  const caller = inBackground(queue);
  const begun = await transact(node, caller, async (ctx) => {
    const attempts = await attemptRows(ctx, ref.merchantId, ref.orderId);
    const attempt = attempts.find(({ id }) => id === ref.attemptId);
    const particulars = await findParticulars(ctx, ref);
    return attempt && particulars && { order: await readOrderRow(ctx, ref), attempt, particulars };
  });
  if (begun?.attempt.status === "submitting") await finishPayment(node, caller, begun, details);
}
