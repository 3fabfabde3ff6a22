import type { Context } from "../../../platform/http/context.ts";
import type { NewTimelineEntry } from "../order-record/index.ts";
import { type AttemptChange, type AttemptRow, updateAttempt } from "../payment-attempt/index.ts";
import { planQuery } from "./order-attempt.service.ts";

/** Queue that releases authorisations and closes open payment pages at the gateway. */
export const releaseQueue = "order.release";

/**
 * Releases what the gateway holds for an attempt: a job calls it, and the gateway is queried until nothing is left.
 * Answers the changes to the attempt.
 */
async function giveBack(ctx: Context, attempt: AttemptRow): Promise<AttemptChange> {
  const { merchantId, orderId, id: attemptId } = attempt;
  await ctx.enqueue({ queue: releaseQueue, data: { merchantId, orderId, attemptId } });
  return { nextQueryTime: await planQuery(ctx, attempt, 0) };
}

/** Closes the payment page that a payer left open. */
export async function giveUpPage(ctx: Context, attempt: AttemptRow): Promise<NewTimelineEntry> {
  const { change, timeline } = pageGivenUp(ctx, attempt);
  await updateAttempt(ctx, attempt, { ...change, ...(await giveBack(ctx, attempt)) });
  return timeline;
}

/** The attempt's changes and the timeline entry for closing its page. */
export function pageGivenUp({ now }: Pick<Context, "now">, attempt: AttemptRow) {
  const declineCode = "checkout_expired";
  const change = { status: "expired", finishedTime: now.toISOString(), declineCode } satisfies AttemptChange;
  const timeline: NewTimelineEntry = {
    kind: "attempt",
    title: "eventAttemptExpired",
    detail: { attemptNo: attempt.attemptNo, code: declineCode },
    step: { objectId: attempt.id, from: attempt.status, action: "expire", to: "expired" },
    actor: { type: "system" },
  };
  return { change, timeline };
}

async function releaseReserved(ctx: Context, attempt: AttemptRow): Promise<NewTimelineEntry> {
  await updateAttempt(ctx, attempt, await giveBack(ctx, attempt));
  return {
    kind: "attempt",
    title: "eventReleaseRequested",
    detail: { attemptNo: attempt.attemptNo },
    actor: { type: "system" },
    ref: { type: "paymentAttempt", id: attempt.id },
  };
}

/**
 * Releases the other attempts of an order that the attempt `endedBy` ended: authorisations, and pages on which the
 * payer could pay again. An open capture is queried by its own schedule and released after it.
 */
export async function releaseOthers(
  ctx: Context,
  attempts: readonly AttemptRow[],
  endedBy: string,
): Promise<readonly NewTimelineEntry[]> {
  const timeline: NewTimelineEntry[] = [];
  for (const attempt of attempts) {
    if (attempt.id === endedBy) continue;
    if (attempt.status === "authorized") timeline.push(await releaseReserved(ctx, attempt));
    if (attempt.status === "authentication_pending") timeline.push(await giveUpPage(ctx, attempt));
  }
  return timeline;
}
