import { isZero, type Money, negate } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { NewTimelineEntry, OrderChange, OrderRow } from "../order-record/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { raiseDue } from "../payment-due/index.ts";
import type { OutcomeEffect, OutcomeVerdict } from "./order-outcome.policy.ts";
import { type GatewayOutcome, isOtherPayment } from "./order-report.service.ts";

/** The unapplied money of a verdict. */
interface DueStep {
  readonly order: OrderRow;
  /** The attempt after the step. */
  readonly attempt: AttemptRow;
  readonly verdict: OutcomeVerdict;
  readonly outcome: GatewayOutcome;
}

/** The result of noting an unapplied payment. */
interface NotedDue {
  /** Whether any of it is new. */
  readonly isNew: boolean;
  readonly change: OrderChange;
  readonly timeline: readonly NewTimelineEntry[];
}

/** The gateway's number of the payment; ours where it gives none. */
const paymentOf = (outcome: GatewayOutcome, { attemptNo }: AttemptRow): string =>
  ("upstreamAttemptId" in outcome ? outcome.upstreamAttemptId : null) ??
  ("transactionNo" in outcome ? outcome.transactionNo : null) ??
  attemptNo;

/** An amount in the form of timeline entries. */
export const timelineAmount = (amount: Money) => ({ amount: toWire(amount), currency: amount.currency });

/** The order's surplus plus an amount in its currency. */
export const withSurplus = ({ surplusAmount, currency }: OrderRow, more: Money): OrderChange =>
  more.currency === currency ? { surplusAmount: String(BigInt(surplusAmount) + more.amountMinor) } : {};

/**
 * Records an unapplied payment, once per payment of the gateway. Late money is booked for the merchant and refunded
 * from there; all other lies in the payers' account.
 */
export async function noteUnappliedPayment(
  ctx: Context,
  { order, attempt, verdict, outcome }: DueStep,
): Promise<NotedDue | undefined> {
  const effect = verdict.effects.find((one): one is Extract<OutcomeEffect, { do: "due" }> => one.do === "due");
  if (!effect) return undefined;
  const { reason, amount } = effect;
  const { due, added, reopened } = await raiseDue(ctx, {
    merchantId: order.merchantId,
    tenantId: order.tenantId,
    mode: order.mode,
    orderId: order.id,
    orderNo: order.orderNo,
    attemptId: attempt.id,
    kind: reason,
    gatewayAccountId: attempt.gatewayAccountId,
    upstreamPaymentId: paymentOf(outcome, attempt),
    amount,
    isWhole: isOtherPayment(outcome, attempt) || amount.currency !== attempt.currency,
    expected: fromWire(attempt.amount, attempt.currency),
    isHeld: reason !== "late_success",
  });
  if (isZero(added)) return { isNew: false, change: {}, timeline: [] };
  const isToReturn = due.status === "to_return";
  const timeline: NewTimelineEntry = {
    kind: "refund",
    title: isToReturn ? "eventRefundDue" : "eventDueHeld",
    detail: { ...timelineAmount(added), reason },
    actor: { type: "system" },
    amount: timelineAmount(added),
    ref: { type: "paymentDue", id: due.id },
  };
  return {
    isNew: true,
    change: isToReturn ? withSurplus(order, added) : withSurplus(order, negate(reopened)),
    timeline: [timeline],
  };
}
