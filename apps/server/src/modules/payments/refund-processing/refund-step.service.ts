import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  openRefundStates,
  type RefundAction,
  refundLifecycle,
} from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { RefundStatus } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { moveOrder, type NewTimelineEntry, type OrderChange, type OrderRow } from "../order-record/index.ts";
import { countedOf } from "../refund-booking/index.ts";
import {
  publishRefundEvent,
  type RefundChange,
  type RefundEvent,
  type RefundRow,
  refundsOfOrders,
  updateRefund,
} from "../refund-record/index.ts";

/** Refuses a step that the refund's status does not allow. */
export function assertStep(ctx: Context, { status }: RefundRow, action: RefundAction): void {
  if (allows(refundLifecycle, status, action)) return;
  const named = RefundStatus.memberOf(status)?.text[ctx.request.locale] ?? status;
  throw refuse("orderRefund.invalidTransition", { status: named }, { extras: { from: status, event: action } });
}

/** An order's refund figures. Money that was never a merchant's, or never captured, is not counted. */
export async function refundsMake(ctx: Context, order: OrderRow): Promise<OrderChange> {
  const refunds = (await refundsOfOrders(ctx, order.merchantId, [order.id])).filter(
    ({ sourceBucket }) => sourceBucket !== "payer_funds",
  );
  const paid = refunds.reduce((sum, row) => (row.status === "succeeded" ? sum + countedOf(row).amountMinor : sum), 0n);
  const isOpen = refunds.some(({ status }) => openRefundStates.includes(status));
  const ended = paid === 0n ? "none" : paid >= BigInt(order.capturedAmount) ? "full" : "partial";
  return { refundedAmount: String(paid), refundStatus: isOpen ? "processing" : ended };
}

/** A timeline entry of an order about a refund. */
export const refundEntryOf = (
  row: RefundRow,
  title: string,
  more: Partial<NewTimelineEntry> & { detail?: NewTimelineEntry["detail"] } = {},
): NewTimelineEntry => ({
  kind: "refund",
  title,
  ...more,
  detail: { refundNo: row.refundNo, amount: row.amount, currency: row.currency, ...more.detail },
  amount: { amount: row.amount, currency: row.currency },
  ref: { type: "orderRefund", id: row.id },
});

/** A step of a refund, with its changes to row and order. */
export interface RefundStep {
  readonly order: OrderRow;
  readonly before: RefundRow;
  readonly action: RefundAction;
  readonly change: RefundChange;
  readonly title: string;
  readonly timeline?: Partial<NewTimelineEntry>;
  /** The webhook event, where it concerns the merchant. */
  readonly event?: RefundEvent;
  readonly orderChange?: OrderChange;
}

/**
 * Applies a step of a refund whose order the caller holds locked: its row, the order's figures and timeline, and the
 * webhook.
 */
export async function stepRefund(ctx: Context, step: RefundStep): Promise<RefundRow> {
  const { order, before, action, change, title, timeline, event, orderChange } = step;
  const { to } = refundLifecycle.actions[action];
  const counted = event ? { eventSeq: before.eventSeq + 1 } : {};
  const after = await updateRefund(ctx, before, { ...change, status: to, ...counted });
  const story = refundEntryOf(after, title, {
    ...timeline,
    step: { objectId: after.id, from: before.status, action, to },
  });
  await moveOrder(ctx, order, {
    change: { ...(await refundsMake(ctx, order)), ...orderChange },
    timeline: [story],
    event: undefined,
  });
  if (event) await publishRefundEvent(ctx, after, event, before);
  return after;
}
