import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockOrder, type OrderRow } from "../order-record/index.ts";
import { lockRefund, type RefundRef, type RefundRow } from "../refund-record/index.ts";

interface LockedRefund {
  readonly order: OrderRow;
  readonly refund: RefundRow;
}

/** A user's decision about the version that was read, with its reason. */
export interface RefundDecision {
  readonly version: number;
  readonly note: string;
}

/** A refund of the version that was read, with a matching seal, locked behind its order. */
export async function lockedRefundAsRead(
  ctx: Context,
  ref: RefundRef,
  version: number | undefined,
): Promise<LockedRefund> {
  const order = await lockOrder(ctx, ref);
  const refund = await lockRefund(ctx, ref);
  if (version !== undefined) assertFresh(orderRefund, version, refund.version);
  // Requester and review cause count only under a matching seal.
  if (!(await ctx.seals.isGenuine(ctx.db, "orderRefunds", refund))) throw refuse("orderRefund.altered");
  return { order, refund };
}
