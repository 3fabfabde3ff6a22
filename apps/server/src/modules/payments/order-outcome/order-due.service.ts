import { isZero, type Money, money, negate } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { NewTimelineEntry, OrderChange, OrderRow } from "../order-record/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import {
  amountBeingReturned,
  correctDue,
  type DueRow,
  duesOfPayment,
  goingBack,
  raiseDue,
} from "../payment-due/index.ts";
import type { OutcomeEffect, OutcomeVerdict, UnappliedAmount } from "./order-outcome.policy.ts";
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

/** The unapplied payments that the gateway reported for the payment of an outcome, one in each currency. */
const duesReported = async (ctx: Context, attempt: AttemptRow, outcome: GatewayOutcome) =>
  (await duesOfPayment(ctx, { ...attempt, upstreamPaymentId: paymentOf(outcome, attempt) })).filter(
    ({ amount }) => amount !== "0",
  );

/** What of the payment of an outcome is recorded as unapplied, and whether all of it is still there. */
export async function unappliedOf(
  ctx: Context,
  attempt: AttemptRow,
  outcome: GatewayOutcome,
): Promise<readonly UnappliedAmount[]> {
  const found = [];
  for (const due of await duesReported(ctx, attempt, outcome))
    found.push({ amount: fromWire(due.amount, due.currency), isUntouched: await isUntouched(ctx, due) });
  return found;
}

/** Whether all money of a record lies in the payers' account, and none of it is on its way back. */
const isUntouched = async (ctx: Context, due: DueRow): Promise<boolean> =>
  due.heldAmount === due.amount &&
  (await amountBeingReturned(ctx, due)) === 0n &&
  (await ctx.seals.isGenuine(ctx.db, "paymentDues", due));

/**
 * Records an unapplied payment, once per payment of the gateway and currency, and takes back what was never there. Late
 * money is booked for the merchant and refunded from there; all other lies in the payers' account.
 */
export async function noteUnappliedPayment(ctx: Context, step: DueStep): Promise<NotedDue | undefined> {
  const { order, verdict } = step;
  const timeline: NewTimelineEntry[] = [];
  let surplus = 0n;
  const moved = (before: DueRow | undefined, after: DueRow): void => {
    if (after.currency === order.currency) surplus += goingBack(after) - (before ? goingBack(before) : 0n);
  };
  for (const effect of verdict.effects) {
    if (effect.do === "correct") timeline.push(...(await takeBack(ctx, step, effect.amount, moved)));
    if (effect.do === "due") timeline.push(...(await note(ctx, step, effect, moved)));
  }
  if (!verdict.effects.some((effect) => effect.do === "due" || effect.do === "correct")) return undefined;
  const change = surplus === 0n ? {} : withSurplus(order, money(surplus, order.currency));
  return { isNew: timeline.length > 0, change, timeline };
}

type Moved = (before: DueRow | undefined, after: DueRow) => void;

/** The gateway was asked, and what it had said was never there. */
async function takeBack(
  ctx: Context,
  { attempt, outcome }: DueStep,
  amount: Money,
  moved: Moved,
): Promise<NewTimelineEntry[]> {
  const due = (await duesReported(ctx, attempt, outcome)).find(({ currency }) => currency === amount.currency);
  if (!due) throw new Error(`${attempt.attemptNo} has no unapplied ${amount.currency}`);
  moved(due, await correctDue(ctx, due, amount));
  return [dueEntry(due, "eventDueCorrected", negate(amount), {})];
}

async function note(
  ctx: Context,
  { order, attempt, outcome }: DueStep,
  { reason, amount }: Extract<OutcomeEffect, { do: "due" }>,
  moved: Moved,
): Promise<NewTimelineEntry[]> {
  const { before, due, added } = await raiseDue(ctx, {
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
  if (isZero(added)) return [];
  moved(before, due);
  return [dueEntry(due, due.status === "to_return" ? "eventRefundDue" : "eventDueHeld", added, { reason })];
}

const dueEntry = ({ id }: DueRow, title: string, amount: Money, more: object): NewTimelineEntry => ({
  kind: "refund",
  title,
  detail: { ...timelineAmount(amount), ...more },
  actor: { type: "system" },
  amount: timelineAmount(amount),
  ref: { type: "paymentDue", id },
});
