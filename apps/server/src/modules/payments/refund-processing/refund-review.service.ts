import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { RefundReviewCause } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { add, money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { exceedsDollars, inDollars } from "../../funds/rate/index.ts";
import { settingOf } from "../../settings/config/index.ts";
import { refundLimitOf } from "../../system/user/index.ts";
import { refundsToCard, unapprovedRefunds } from "../refund-record/index.ts";
import type { RefundPlan } from "./refund-plan.service.ts";

/** Refunds that may go to one card in a day before somebody looks. */
const perCardMax = 3;
const dayMs = 86_400_000;
/** After so many days somebody looks at a refund. */
const oldDays = 90;

/** Why a refund takes a second person, by what holds now; null where it takes none. */
export async function reviewCauseOf(
  ctx: Context,
  { order, merchant, amount }: RefundPlan,
): Promise<ValueOf<typeof RefundReviewCause> | null> {
  // With what went back of the order before and nobody approved: parts pass the limit no more than the whole would.
  const before = money(await unapprovedRefunds(ctx, order), amount.currency);
  const inUsd = await inDollars(ctx, add(amount, before));
  if (inUsd === undefined) return "no_rate";
  if (exceedsDollars(inUsd, await settingOf(ctx, "refund_review_above"))) return "above_limit";
  // A person's own limit is only ever the lower one.
  const { userId } = ctx.askedBy ?? ctx.actor;
  const own = userId > 0 ? await refundLimitOf(ctx, userId) : null;
  if (own !== null && exceedsDollars(inUsd, own)) return "above_own_limit";
  if (merchant.riskLevel === "high" || merchant.riskLevel === "prohibited") return "high_risk";
  if (ctx.now.getTime() > Date.parse(order.paidTime ?? order.orderTime) + oldDays * dayMs) return "old_order";
  const { tenantId, cardFingerprint, mode } = order;
  // Test cards are everybody's, and whoever tries refunds out has nobody to approve them.
  if (cardFingerprint === null || mode === "test") return null;
  const since = new Date(`${ctx.now.toISOString().slice(0, 10)}T00:00:00.000Z`);
  const toCard = await refundsToCard(ctx, { tenantId, cardFingerprint, since });
  return toCard >= perCardMax ? "same_card" : null;
}
