import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { coinOrder as resource } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { requestSync } from "../order-follow-up/index.ts";
import { captureQueue, releaseQueue } from "../order-outcome/index.ts";
import { cancelLocked, requestCapture, requestRelease } from "../order-processing/index.ts";
import { lockOrder, type OrderRef } from "../order-record/index.ts";
import { findMerchantOfOrder } from "./order-detail.store.ts";

type Operations = typeof coinOrder.operations;

interface Named {
  readonly id: string;
  readonly version?: number | null | undefined;
}

/** The order of a command, if its version is still the one that was read. */
async function named(ctx: Context, { id, version }: Named): Promise<OrderRef> {
  const ref = { merchantId: await findMerchantOfOrder(ctx, id), orderId: id };
  if (version !== undefined && version !== null) assertFresh(resource, version, (await lockOrder(ctx, ref)).version);
  return ref;
}

/** A job calls the gateway after the commit: an operator's capture is recorded before it is sent. */
export async function commandCapture(ctx: Context, input: InputOf<Operations["capture"]>): Promise<null> {
  const ref = await named(ctx, input);
  const { currency } = await lockOrder(ctx, ref);
  const amount = input.amount ? fromWire(input.amount, currency) : null;
  const capture = await requestCapture(ctx, ref, { amount, final: input.final, reason: input.reason ?? null });
  if (input.reason) ctx.recordReason(input.reason);
  await ctx.enqueue({ queue: captureQueue, data: capture });
  return null;
}

export async function commandVoid(ctx: Context, input: InputOf<Operations["void"]>): Promise<null> {
  const attempt = await requestRelease(ctx, await named(ctx, input), input.reason);
  ctx.recordReason(input.reason);
  await ctx.enqueue({ queue: releaseQueue, data: attempt });
  return null;
}

export async function commandCancel(ctx: Context, input: InputOf<Operations["cancel"]>): Promise<null> {
  const by = isOfMerchant(ctx.actor) ? "reasonMerchant" : "reasonOperator";
  await cancelLocked(ctx, await named(ctx, input), { by, reason: input.reason });
  ctx.recordReason(input.reason);
  return null;
}

export async function commandSync(ctx: Context, input: InputOf<Operations["sync"]>): Promise<null> {
  await requestSync(ctx, await named(ctx, input));
  return null;
}
