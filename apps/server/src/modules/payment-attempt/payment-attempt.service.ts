import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { endedAttemptStates } from "@countinghouse/contract/payment-attempt/payment-attempt.lifecycle.ts";
import type { RouteDecisionView } from "@countinghouse/contract/payment-attempt/payment-attempt.ts";
import type { z } from "zod";
import type { Context } from "../../platform/http/context.ts";
import { isOfMerchant } from "../merchant/index.ts";
import { findAttempt } from "./payment-attempt.store.ts";

/** Where the gateway is asked about an attempt. */
export const attemptQueryQueue = "order.query";

type Decision = z.output<typeof RouteDecisionView>;

/** What a merchant may know of a decision: that there was one, not what the operator pays or whom else it deals with. */
const forMerchant = ({ strategy, version }: Decision): Decision => ({
  strategy,
  version,
  chosen: null,
  candidates: [],
  excluded: [],
});

/** One attempt in full; its cost and the accounts it did not go to are the operator's alone. */
export async function readAttempt(ctx: Context, id: string) {
  const row = await findAttempt(ctx, id);
  const decision = row.routeDecision as Decision | null;
  const isMerchant = isOfMerchant(ctx.actor);
  return {
    ...row,
    routeDecision: decision && isMerchant ? forMerchant(decision) : decision,
    expectedCost: isMerchant ? null : row.expectedCost,
    mayBeQueried: !endedAttemptStates.includes(row.status),
  } as never;
}

/** Asks the gateway soon; the answer comes in by the same way as every other. */
export async function syncAttempt(ctx: Context, { id }: { readonly id: string }): Promise<null> {
  const attempt = await findAttempt(ctx, id);
  if (endedAttemptStates.includes(attempt.status)) throw refuse("paymentAttempt.nothingToAsk", {}, { status: 409 });
  const { merchantId, orderId } = attempt;
  await ctx.enqueue({ queue: attemptQueryQueue, data: { merchantId, orderId, attemptId: id, asked: true } });
  return null;
}
