import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { isZero, type Money } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { capturesOfOrders } from "../capture/index.ts";
import { lockOrder, moveOrder } from "../order-record/index.ts";
import { lockDue } from "../payment-due/index.ts";
import { bookExcess, bookFitting, countedOf, excessOf, excessThatFits, withParts } from "../refund-booking/index.ts";
import {
  publishRefundEvent,
  type RefundRef,
  type RefundRow,
  refundsOfOrders,
  updateRefund,
} from "../refund-record/index.ts";
import { settleDue } from "./refund-due.service.ts";
import { lockedRefundAsRead, type RefundDecision } from "./refund-locked.service.ts";
import { type RefundStep, refundEntryOf, refundsMake, stepRefund } from "./refund-step.service.ts";

/** Who bears a refund's excess. */
interface ExcessResolution extends RefundDecision {
  readonly cause: NonNullable<RefundRow["excessCause"]>;
}

/** Books a refund's excess from suspense to the account that a person named. */
export async function resolveExcess(
  ctx: Context,
  ref: RefundRef,
  { version, cause, note }: ExcessResolution,
): Promise<void> {
  const { order, refund } = await lockedRefundAsRead(ctx, ref, version);
  // From the refund's sealed values, not from unsealed ones.
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

/**
 * Ends a refund. Its released claim makes room for an excess of the order's other refunds: what fits then counts as
 * returned and leaves suspense.
 */
export async function endRefund(ctx: Context, step: RefundStep): Promise<RefundRow> {
  const after = await stepRefund(ctx, step);
  await fillFromSuspense(ctx, after);
  return after;
}

/** Books the suspended excess of an order's refunds that fits by now. The order is locked. */
export async function fillFromSuspense(
  ctx: Context,
  { merchantId, orderId }: Pick<RefundRow, "merchantId" | "orderId">,
): Promise<void> {
  const refunds = await refundsOfOrders(ctx, merchantId, [orderId]);
  for (const refund of refunds) if (standsInSuspense(refund)) await countWhatFits(ctx, refund);
}

const standsInSuspense = (row: RefundRow): boolean =>
  row.status === "succeeded" && row.excessCause === null && !isZero(excessOf(row));

async function countWhatFits(ctx: Context, refund: RefundRow): Promise<void> {
  const { merchantId, orderId, dueId, sourceBucket } = refund;
  const order = await lockOrder(ctx, { merchantId, orderId });
  const isOfPayer = sourceBucket === "payer_funds" && dueId !== null;
  const held = isOfPayer ? (await lockDue(ctx, { merchantId, id: dueId })).heldAmount : null;
  const { parts, settleAmount } = excessThatFits(refund, await capturesOfOrders(ctx, merchantId, [orderId]), held);
  const fits = { ...refund, parts: [...parts], settleAmount };
  const counted = countedOf(fits);
  // A refund whose seal does not match is left to a person.
  if (isZero(counted) || !(await ctx.seals.isGenuine(ctx.db, "orderRefunds", refund))) return;
  const { handling, returned } = await bookFitting(ctx, refund, fits, `fits-${refund.version}`);
  const plus = (before: string, more: Money | string) =>
    String(BigInt(before) + BigInt(typeof more === "string" ? more : more.amountMinor));
  const change = {
    parts: withParts(refund.parts, parts),
    settleAmount: plus(refund.settleAmount, settleAmount),
    handlingFee: plus(refund.handlingFee, handling.fee),
    handlingFeeTax: plus(refund.handlingFeeTax, handling.tax),
    returnedFee: plus(refund.returnedFee, returned.fee),
    returnedFeeTax: plus(refund.returnedFeeTax, returned.tax),
    eventSeq: refund.eventSeq + 1,
  };
  const after = await updateRefund(ctx, refund, {
    ...change,
    excessAmount: toWire(excessOf({ ...refund, ...change })),
  });
  const orderChange = await settleDue(ctx, order, fits, 1n);
  const timeline = refundEntryOf(after, "eventRefundFits", { detail: { amount: toWire(counted) } });
  await moveOrder(ctx, order, {
    change: { ...(await refundsMake(ctx, order)), ...orderChange },
    timeline: [timeline],
    event: undefined,
  });
  await publishRefundEvent(ctx, after, "refund.succeeded", refund);
}
