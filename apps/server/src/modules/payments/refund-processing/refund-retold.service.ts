import { isZero, type Money, smaller, subtract } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { moveOrder, type OrderRow } from "../order-record/index.ts";
import { bookRetold, countedOf, lessOf, withoutParts } from "../refund-booking/index.ts";
import { publishRefundEvent, type RefundRow, updateRefund } from "../refund-record/index.ts";
import { settleDue } from "./refund-due.service.ts";
import { refundEntryOf, refundsMake } from "./refund-step.service.ts";
import { fillFromSuspense } from "./refund-suspense.service.ts";

/** The corrected total; the part made by further refunds; and the refund's number, where new. */
interface Retold {
  readonly told: Money;
  readonly others?: RefundRow["others"];
  readonly upstreamRefundId?: string;
}

const nobodyBears = { excessCause: null, excessNote: null, excessUserName: null, excessTime: null };

/** A refund's values after a correction of its amount, and the part that no longer counts. */
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
 * Applies a gateway's correction of a paid refund's amount. A reduction goes back to the merchant; an increase counts
 * as far as it was requested and fits, and the rest goes to suspense. Who bears an earlier excess is decided anew. The
 * order is locked.
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
