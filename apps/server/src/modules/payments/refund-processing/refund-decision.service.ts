import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { keyMay } from "../../merchants/coin-app/index.ts";
import { assertOtherPerson, assertSomebodyElse } from "../../system/change-request/index.ts";
import { bookRelease } from "../refund-booking/index.ts";
import { isAskedByMerchant, type RefundRef, type RefundRow, refOf, refundNumbered } from "../refund-record/index.ts";
import { maySend } from "./refund-abilities.policy.ts";
import { beginDueReturn, requeueDue } from "./refund-due.service.ts";
import { lockedRefundAsRead } from "./refund-locked.service.ts";
import { firstTryOf, type RefundRequest, refundQueue, requestRefund } from "./refund-request.service.ts";
import { assertStep, stepRefund } from "./refund-step.service.ts";
import { endRefund } from "./refund-suspense.service.ts";

/** Only the operator may send the refund of an unapplied payment again. */
function assertMaySend(ctx: Context, { dueId }: RefundRow): void {
  if (!maySend({ dueId, isOfMerchant: isOfMerchant(ctx.actor) })) throw refuse("orderRefund.merchantMayNotRefund");
}

const decided = (ctx: Context, reason: string | null) => ({
  decideUserId: ctx.actor.userId > 0 ? ctx.actor.userId : null,
  decideUserName: ctx.actor.realName || null,
  decideReason: reason,
  decideTime: ctx.now.toISOString(),
});

/** Permissions that let a user request refunds. */
const asking = (["add", "retry"] as const).map((name) => permissionOf(orderRefund.name, name));

/**
 * Refuses the caller as second person of a refund who requested it, or the failed one that it repeats, or made the
 * secret of the app key that did. Also refuses requests by a user or key that has lost the right to make them.
 */
export async function assertMayApprove(
  ctx: Pick<Context, "actor" | "db" | "now" | "seals">,
  { applicantType, applicantId, appKey, keyMakerIds, ...made }: RefundToApprove,
): Promise<void> {
  await assertOtherPerson(ctx, { by: applicantId, permissions: asking }, refuse("orderRefund.ownRequest"));
  const before = await madeAgainOf(ctx, made);
  for (const one of before) await assertSomebodyElse(ctx, one.applicantId, refuse("orderRefund.ownRequest"));
  const makers = [keyMakerIds, ...before.map((one) => one.keyMakerIds)].flatMap((ids) => ids ?? []);
  for (const maker of new Set(makers)) await assertSomebodyElse(ctx, maker, refuse("orderRefund.ownKey"));
  // The makers of the key are sealed: a key removed from the row permits nothing.
  const isByKey = applicantType === "merchant_api" && (appKey !== null || keyMakerIds !== null);
  const mayStill = appKey !== null && (await keyMay(ctx, appKey, "refunds:write"));
  if (isByKey && !mayStill) throw refuse("platform.askerGone");
}

/** The requester's columns of a refund. */
export type RefundToApprove = Pick<
  RefundRow,
  "merchantId" | "mode" | "retryOf" | "applicantType" | "applicantId" | "appKey" | "keyMakerIds"
>;

/** The failed refunds that one makes again, the last one first. Who asked for them is believed of what we wrote alone. */
async function madeAgainOf(
  { db, seals }: Pick<Context, "db" | "seals">,
  { merchantId, mode, retryOf }: Pick<RefundRow, "merchantId" | "mode" | "retryOf">,
): Promise<readonly RefundRow[]> {
  const found: RefundRow[] = [];
  for (let refundNo = retryOf; refundNo !== null; refundNo = found.at(-1)?.retryOf ?? null) {
    const row = await refundNumbered(db, { merchantId, mode, refundNo });
    if (!row || !(await seals.isGenuine(db, "orderRefunds", row))) throw refuse("orderRefund.altered");
    found.push(row);
  }
  return found;
}

/** Approves a refund that needs a second person. Never by its requester. */
export async function approveRefund(ctx: Context, ref: RefundRef, version: number): Promise<void> {
  const { order, refund } = await lockedRefundAsRead(ctx, ref, version);
  assertStep(ctx, refund, "approve");
  await assertMayApprove(ctx, refund);
  await stepRefund(ctx, {
    order,
    before: refund,
    action: "approve",
    change: { ...decided(ctx, null), nextRetryTime: firstTryOf(ctx) },
    title: "eventRefundApproved",
  });
  await ctx.enqueue({ queue: refundQueue, data: ref });
}

/** Rejects a refund and releases the money set aside for it. */
export async function rejectRefund(ctx: Context, ref: RefundRef, version: number, reason: string): Promise<void> {
  const { order, refund } = await lockedRefundAsRead(ctx, ref, version);
  assertStep(ctx, refund, "reject");
  await bookRelease(ctx, refund);
  await requeueDue(ctx, refund);
  await endRefund(ctx, {
    order,
    before: refund,
    action: "reject",
    change: { ...decided(ctx, reason), finishedTime: ctx.now.toISOString() },
    title: "eventRefundRejected",
    timeline: { detail: { reason } },
    event: "refund.failed",
  });
}

/** Cancels a refund that was not sent; a merchant's user only one that the merchant requested. */
export async function cancelRefund(ctx: Context, ref: RefundRef, version?: number): Promise<RefundRow> {
  const { order, refund } = await lockedRefundAsRead(ctx, ref, version);
  assertStep(ctx, refund, "cancel");
  if (isOfMerchant(ctx.actor) && !isAskedByMerchant(refund)) throw refuse("orderRefund.operatorsRefund");
  await bookRelease(ctx, refund);
  await requeueDue(ctx, refund);
  return endRefund(ctx, {
    order,
    before: refund,
    action: "cancel",
    change: { finishedTime: ctx.now.toISOString(), nextRetryTime: null },
    title: "eventRefundCanceled",
    event: "refund.canceled",
  });
}

/** Repeats a failed refund as a new one: its amount is claimed anew, because another refund may have taken it. */
export async function retryRefund(ctx: Context, ref: RefundRef, version: number): Promise<RefundRow> {
  const { refund } = await lockedRefundAsRead(ctx, ref, version);
  // Only a failed refund can be repeated.
  assertStep(ctx, refund, "revive");
  assertMaySend(ctx, refund);
  // The amount that is still to be returned.
  if (refund.dueId)
    return beginDueReturn(ctx, { merchantId: refund.merchantId, dueId: refund.dueId }, { retryOf: refund.refundNo });
  const [only, ...others] = refund.parts;
  const asked: RefundRequest = {
    // An amount that the gateway returned differently came back with it.
    amount: fromWire(refund.askedAmount ?? refund.amount, refund.currency),
    captureId: others.length === 0 ? (only?.captureId ?? null) : null,
    reason: refund.reason,
    remark: refund.remark,
    app: refund.appId && refund.appKey ? { id: refund.appId, key: refund.appKey } : null,
    retryOf: refund.refundNo,
  };
  return requestRefund(ctx, refOf(refund), asked);
}
