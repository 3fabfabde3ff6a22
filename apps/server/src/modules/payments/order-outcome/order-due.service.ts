import { isZero, type Money, negate } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { OrderChange, OrderRow, Told } from "../order-record/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { raiseDue } from "../payment-due/index.ts";
import { type Heard, isOtherPayment } from "./order-report.service.ts";
import type { Effect, Verdict } from "./order-word.policy.ts";

/** What a verdict says of money that is not the merchant's. */
interface DueStep {
  readonly order: OrderRow;
  /** The attempt as it is after the step. */
  readonly attempt: AttemptRow;
  readonly verdict: Verdict;
  readonly outcome: Heard;
}

/** What became of it. */
interface NotedDue {
  /** Whether any of it had not been told before. */
  readonly isNew: boolean;
  readonly change: OrderChange;
  readonly told: readonly Told[];
}

/** The number by which a gateway tells its payments apart; ours where it has none. */
const paymentOf = (outcome: Heard, { attemptNo }: AttemptRow): string =>
  ("upstreamAttemptId" in outcome ? outcome.upstreamAttemptId : null) ??
  ("transactionNo" in outcome ? outcome.transactionNo : null) ??
  attemptNo;

/** An amount as stories keep it. */
export const wire = (amount: Money) => ({ amount: toWire(amount), currency: amount.currency });

/** What an order has beyond what it may keep; an order knows one currency. */
export const withSurplus = ({ surplusAmount, currency }: OrderRow, more: Money): OrderChange =>
  more.currency === currency ? { surplusAmount: String(BigInt(surplusAmount) + more.amountMinor) } : {};

/**
 * Notes money that is not the merchant's, once for each payment of the gateway. Money that came too late is booked for
 * the merchant and goes back from there; all other lies in the payers' account.
 */
export async function noteDue(
  ctx: Context,
  { order, attempt, verdict, outcome }: DueStep,
): Promise<NotedDue | undefined> {
  const effect = verdict.effects.find((one): one is Extract<Effect, { do: "due" }> => one.do === "due");
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
  if (isZero(added)) return { isNew: false, change: {}, told: [] };
  const isToReturn = due.status === "to_return";
  const told: Told = {
    kind: "refund",
    title: isToReturn ? "eventRefundDue" : "eventDueHeld",
    detail: { ...wire(added), reason },
    actor: { type: "system" },
    amount: wire(added),
    ref: { type: "paymentDue", id: due.id },
  };
  return {
    isNew: true,
    change: isToReturn ? withSurplus(order, added) : withSurplus(order, negate(reopened)),
    told: [told],
  };
}
