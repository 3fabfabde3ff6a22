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

/** What people say of a refund as they read it, and why. */
export interface RefundDecision {
  readonly version: number;
  readonly note: string;
}

/** A refund that is as it was read and as it was written, locked behind its order. */
export async function lockedRefundAsRead(
  ctx: Context,
  ref: RefundRef,
  version: number | undefined,
): Promise<LockedRefund> {
  const order = await lockOrder(ctx, ref);
  const refund = await lockRefund(ctx, ref);
  if (version !== undefined) assertFresh(orderRefund, version, refund.version);
  // Who asked and why it takes two people is believed only of what this installation wrote.
  if (!(await ctx.seals.isGenuine(ctx.db, "orderRefunds", refund))) throw refuse("orderRefund.altered");
  return { order, refund };
}
