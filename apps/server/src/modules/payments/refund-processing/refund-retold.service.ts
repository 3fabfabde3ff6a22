import { isZero, type Money, smaller, subtract } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { moveOrder, type OrderRow } from "../order-record/index.ts";
import { bookRetold, countedOf, lessOf, withoutParts } from "../refund-booking/index.ts";
import { publishRefundEvent, type RefundRow, updateRefund } from "../refund-record/index.ts";
import { settleDue } from "./refund-due.service.ts";
import { refundEntryOf, refundsMake } from "./refund-step.service.ts";
import { fillFromSuspense } from "./refund-suspense.service.ts";

/** What a gateway gave back in all; what of it it made beside the refund, and the number of the refund, where that is new. */
interface Retold {
  readonly told: Money;
  readonly others?: RefundRow["others"];
  readonly upstreamRefundId?: string;
}

const nobodyBears = { excessCause: null, excessNote: null, excessUserName: null, excessTime: null };

/** What becomes of a refund over another amount than was told before, and what of it no longer counts. */
export function retoldAs(before: RefundRow, { told, ...more }: Retold) {
  const counted = countedOf(before);
  const less = lessOf(before, subtract(counted, smaller(counted, told)));
  const kept = withoutParts(before, less);
  const asked = before.askedAmount ?? before.amount;
  const change = {
    ...kept,
    ...nobodyBears,
    amount: toWire(told),
    excessAmount: toWire(subtract(told, countedOf({ ...before, ...kept }))),
    askedAmount: asked === toWire(told) ? null : asked,
    ...more,
  };
  return { change, less };
}

/**
 * A gateway says of a refund that it paid that it gave back another amount than it said before. Of less the merchant has the
 * difference back; more counts as far as it was asked for and fits, and the rest stands in suspense. By whom the earlier
 * excess was borne is decided anew. The order is locked.
 */
export async function retellRefund(
  ctx: Context,
  order: OrderRow,
  before: RefundRow,
  retold: Retold,
): Promise<RefundRow> {
  const { change, less } = retoldAs(before, retold);
  const after = await updateRefund(ctx, before, { ...change, eventSeq: before.eventSeq + 1 });
  await bookRetold(ctx, before, after, less);
  const isLess = !isZero(countedOf(less));
  const orderChange = isLess ? await settleDue(ctx, order, less, -1n) : {};
  await moveOrder(ctx, order, {
    change: { ...(await refundsMake(ctx, order)), ...orderChange },
    timeline: [refundEntryOf(after, "eventRefundRetold", { actor: { type: "gateway" } })],
    event: undefined,
  });
  await publishRefundEvent(ctx, after, "refund.succeeded", before);
  await fillFromSuspense(ctx, after);
  return after;
}
