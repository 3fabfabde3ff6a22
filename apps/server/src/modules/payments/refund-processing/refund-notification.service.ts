import { transact } from "../../../platform/db/transact.ts";
import type { NotificationFact, NotificationResult } from "../../gateways/connector/index.ts";
import type { Caller, OrderNode } from "../order-processing/index.ts";
import { refOf, refundOfWord } from "../refund-record/index.ts";
import { applyRefund } from "./refund-outcome.service.ts";

/** Takes in what a gateway says of a refund unasked. One that was applied before changes nothing. */
export async function applyRefundFact(
  node: Pick<OrderNode, "db" | "clock" | "seals" | "enqueue">,
  caller: Caller,
  gatewayAccountId: string,
  { refundNo, outcome }: Extract<NotificationFact, { readonly subject: "refund" }>,
): Promise<NotificationResult> {
  const { upstreamRefundId } = outcome;
  const refund = await refundOfWord(node.db, { gatewayAccountId, refundNo, upstreamRefundId });
  if (!refund) return "unknown_object";
  const { isIgnored } = await transact(node, caller, (ctx) => applyRefund(ctx, refOf(refund), outcome, "notification"));
  return isIgnored ? "ignored" : "processed";
}
