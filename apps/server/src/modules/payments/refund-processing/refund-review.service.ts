import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { RefundReviewCause } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { add, money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { exceedsDollars, inDollars } from "../../funds/rate/index.ts";
import { settingOf } from "../../settings/config/index.ts";
import { refundLimitOf } from "../../system/user/index.ts";
import { refundsToCard, unapprovedRefunds } from "../refund-record/index.ts";
import type { RefundPlan } from "./refund-plan.service.ts";

/** Refunds to one card in a day that need no review. */
const perCardMax = 3;
const dayMs = 86_400_000;
/** Age of a payment in days after which its refund needs a review. */
const oldDays = 90;

/** Why a refund needs a second person now; null where it needs none. */
export async function reviewCauseOf(
  ctx: Context,
  { order, merchant, amount }: RefundPlan,
): Promise<ValueOf<typeof RefundReviewCause> | null> {
  // Including the order's earlier unapproved refunds: splitting does not avoid the limit.
  const before = money(await unapprovedRefunds(ctx, order), amount.currency);
  const inUsd = await inDollars(ctx, add(amount, before));
  if (inUsd === undefined) return "no_rate";
  if (exceedsDollars(inUsd, await settingOf(ctx, "refund_review_above"))) return "above_limit";
  // A user's own limit can only lower it.
  const { userId } = ctx.askedBy ?? ctx.actor;
  const own = userId > 0 ? await refundLimitOf(ctx, userId) : null;
  if (own !== null && exceedsDollars(inUsd, own)) return "above_own_limit";
  if (merchant.riskLevel === "high" || merchant.riskLevel === "prohibited") return "high_risk";
  if (ctx.now.getTime() > Date.parse(order.paidTime ?? order.orderTime) + oldDays * dayMs) return "old_order";
  const { tenantId, cardFingerprint, mode } = order;
  // Test cards are shared by everybody, and a merchant that tries refunds out has no approver.
  if (cardFingerprint === null || mode === "test") return null;
  const since = new Date(`${ctx.now.toISOString().slice(0, 10)}T00:00:00.000Z`);
  const toCard = await refundsToCard(ctx, { tenantId, cardFingerprint, since });
  return toCard >= perCardMax ? "same_card" : null;
}
