import { transact } from "../../../platform/db/transact.ts";
import type { NotificationFact, NotificationResult } from "../../gateways/connector/index.ts";
import type { OrderNode, Requester } from "../order-processing/index.ts";
import { findReportedRefund, refOf } from "../refund-record/index.ts";
import { applyRefund } from "./refund-outcome.service.ts";

/** Applies a gateway notification about a refund. One applied before changes nothing. */
export async function applyRefundFact(
  node: Pick<OrderNode, "db" | "clock" | "seals" | "enqueue">,
  caller: Requester,
  gatewayAccountId: string,
  { refundNo, outcome }: Extract<NotificationFact, { readonly subject: "refund" }>,
): Promise<NotificationResult> {
  const { upstreamRefundId } = outcome;
  const refund = await findReportedRefund(node.db, { gatewayAccountId, refundNo, upstreamRefundId });
  if (!refund) return "unknown_object";
  const { isIgnored } = await transact(node, caller, (ctx) => applyRefund(ctx, refOf(refund), outcome, "notification"));
  return isIgnored ? "ignored" : "processed";
}
