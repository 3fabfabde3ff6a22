import type { Entry } from "@countinghouse/ledger/entry.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockOrder, type OrderRow } from "../order-record/index.ts";
import { bookBounce, entriesOfBounce, entriesOfRetold } from "../refund-booking/index.ts";
import { lockRefund, type RefundRef, type RefundRow, readRefund, updateRefund } from "../refund-record/index.ts";
import { alarm } from "./refund-alarm.service.ts";
import { settleDue } from "./refund-due.service.ts";
import { afterReturn, madeOf, type ReturnTold, standingOf } from "./refund-made.service.ts";
import { retellRefund, retoldAs } from "./refund-retold.service.ts";
import { endRefund } from "./refund-suspense.service.ts";
import { refundVerdict } from "./refund-verdict.policy.ts";

/** A refund locked behind its order. */
interface Held {
  readonly order: OrderRow;
  readonly refund: RefundRow;
}

/** A return with its source and the source's message. */
export interface ReturnStory extends ReturnTold {
  readonly message: string | null;
  /** Author of the timeline entry; the actor by default. */
  readonly timeline?: { readonly actor: { readonly type: "gateway" } };
}

/** Effect of a return on a refund: none, a smaller amount, or everything returned. */
function outcomeOf(refund: RefundRow, told: ReturnTold) {
  const made = afterReturn(madeOf(refund), told);
  if (made === "known" || made === "unclear") return made;
  const standing = made.filter(({ back }) => back === undefined);
  const own = standing.find(({ upstreamRefundId }) => upstreamRefundId === refund.upstreamRefundId) ?? standing[0];
  if (!own) return "whole";
  const others = made.filter((one) => one !== own);
  return { told: standingOf(refund.currency, made), others, upstreamRefundId: own.upstreamRefundId };
}

/**
 * Applies a report that money of a paid refund was returned. Where its gateway made the refund more than once, one of
 * them is gone by that and another one stands; only with the last one does the merchant have everything back.
 */
export async function takeReturn(ctx: Context, { order, refund }: Held, story: ReturnStory): Promise<RefundRow> {
  const outcome = outcomeOf(refund, story);
  if (outcome === "whole") return bounce(ctx, { order, refund }, story);
  if (outcome === "known") return refund;
  if (outcome === "unclear") {
    await alarm(ctx, refund, "refund.returnUnclear", "money came back and nobody says of which of the refunds made");
    return refund;
  }
  // Which of several equal refunds was returned makes no difference to the books.
  if (toWire(outcome.told) === refund.amount) {
    const { told: _told, ...named } = outcome;
    return updateRefund(ctx, refund, named);
  }
  return retellRefund(ctx, order, refund, outcome);
}

async function bounce(
  ctx: Context,
  { order, refund }: Held,
  { message, timeline }: Pick<ReturnStory, "message" | "timeline">,
): Promise<RefundRow> {
  await bookBounce(ctx, refund);
  const orderChange = await settleDue(ctx, order, refund, -1n);
  return endRefund(ctx, {
    order,
    before: refund,
    action: "bounce",
    change: {
      finishedTime: ctx.now.toISOString(),
      nextRetryTime: null,
      doubts: 0,
      isReversed: true,
      failureCode: "returned_by_bank",
      failureMessage: message,
    },
    title: "eventRefundBounced",
    ...(timeline ? { timeline } : {}),
    event: "refund.reversed",
    orderChange,
  });
}

const isPaid = (refund: RefundRow): boolean => refundVerdict(refund, { kind: "reversed" }, "query").do === "bounce";

/**
 * Returns a refund's money to its merchant after a user found that it was returned, as if the gateway had reported it.
 * The order is locked. Answers false, and does nothing, where our books do not show it as paid.
 */
export async function returnRefund(
  ctx: Context,
  ref: RefundRef,
  story: ReturnTold & { readonly message: string },
): Promise<boolean> {
  const order = await lockOrder(ctx, ref);
  const refund = await lockRefund(ctx, ref);
  if (!isPaid(refund)) return false;
  const after = await takeReturn(ctx, { order, refund }, { ...story, message: story.message.slice(0, 500) });
  return after !== refund;
}

/** The entries that {@link returnRefund} would post; null where it would do nothing. */
export async function planReturn(ctx: Context, ref: RefundRef, told: ReturnTold): Promise<readonly Entry[] | null> {
  const refund = await readRefund(ctx.db, ref);
  if (!refund || !isPaid(refund)) return null;
  const outcome = outcomeOf(refund, told);
  if (outcome === "known" || outcome === "unclear") return null;
  if (outcome === "whole") return entriesOfBounce(ctx, refund);
  const { change, less } = retoldAs(refund, outcome);
  return entriesOfRetold(ctx, refund, { ...refund, ...change }, less);
}
