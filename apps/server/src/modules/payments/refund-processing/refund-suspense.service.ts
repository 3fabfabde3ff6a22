import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { isZero } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { moveOrder } from "../order-record/index.ts";
import { bookExcess, excessOf } from "../refund-booking/index.ts";
import { type RefundRef, type RefundRow, updateRefund } from "../refund-record/index.ts";
import { lockedRefundAsRead } from "./refund-decision.service.ts";
import { refundEntryOf } from "./refund-step.service.ts";

/** By whom what went beyond a refund's captures is borne, and why. */
export interface ExcessResolution {
  readonly version: number;
  readonly cause: NonNullable<RefundRow["excessCause"]>;
  readonly note: string;
}

/** Books what of a refund stands in suspense where somebody says that it is borne. */
export async function resolveExcess(
  ctx: Context,
  ref: RefundRef,
  { version, cause, note }: ExcessResolution,
): Promise<void> {
  const { order, refund } = await lockedRefundAsRead(ctx, ref, version);
  // By what is sealed of the refund, not by what it says beside.
  const excess = excessOf(refund);
  if (refund.status !== "succeeded" || refund.excessCause !== null || isZero(excess))
    throw refuse("orderRefund.nothingInSuspense");
  if (cause === "merchant" && refund.settleCurrency !== refund.currency) throw refuse("orderRefund.otherSettlement");
  await bookExcess(ctx, refund, cause);
  const after = await updateRefund(ctx, refund, {
    excessAmount: toWire(excess),
    excessCause: cause,
    excessNote: note,
    excessUserName: ctx.actor.realName || null,
    excessTime: ctx.now.toISOString(),
  });
  const timeline = refundEntryOf(after, "eventRefundResolved", { detail: { cause } });
  await moveOrder(ctx, order, { change: {}, timeline: [timeline], event: undefined });
}
