import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { endedAttemptStates } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findAttempt } from "./payment-attempt.store.ts";

/** Queue of gateway queries about attempts. */
export const attemptQueryQueue = "order.query";

/** One attempt in full. */
export async function readAttempt(ctx: Context, id: string) {
  const row = await findAttempt(ctx, id);
  return { ...row, mayBeQueried: !endedAttemptStates.includes(row.status) };
}

/** Schedules a gateway query; its answer is applied like any other. */
export async function syncAttempt(ctx: Context, { id }: { readonly id: string }): Promise<null> {
  const attempt = await findAttempt(ctx, id);
  if (endedAttemptStates.includes(attempt.status)) throw refuse("paymentAttempt.nothingToAsk");
  const { merchantId, orderId } = attempt;
  await ctx.enqueue({ queue: attemptQueryQueue, data: { merchantId, orderId, attemptId: id, asked: true } });
  return null;
}
