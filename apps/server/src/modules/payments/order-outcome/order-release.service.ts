import type { Context } from "../../../platform/http/context.ts";
import type { NewTimelineEntry } from "../order-record/index.ts";
import { type AttemptChange, type AttemptRow, updateAttempt } from "../payment-attempt/index.ts";
import { planQuery } from "./order-attempt.service.ts";

/** Where reservations and open pages are given back to the gateway. */
export const releaseQueue = "order.release";

/**
 * Gives back what the gateway holds for an attempt: the call is a job, and the gateway is asked until nothing is left.
 * Answers what that changes in the attempt.
 */
async function giveBack(ctx: Context, attempt: AttemptRow): Promise<AttemptChange> {
  const { merchantId, orderId, id: attemptId } = attempt;
  await ctx.enqueue({ queue: releaseQueue, data: { merchantId, orderId, attemptId } });
  return { nextQueryTime: await planQuery(ctx, attempt, 0) };
}

/** Gives up the page that a payer left open. */
export async function giveUpPage(ctx: Context, attempt: AttemptRow): Promise<NewTimelineEntry> {
  const { change, timeline } = pageGivenUp(ctx, attempt);
  await updateAttempt(ctx, attempt, { ...change, ...(await giveBack(ctx, attempt)) });
  return timeline;
}

/** What giving up its page makes of an attempt, and what its order tells of it. */
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
 * Gives back what other attempts hold for an order that ended by the attempt `endedBy`: reservations, and pages on which
 * its payer could pay once more. A capture under way is asked about by its own schedule, and follows then.
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
