import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  type OrderAction,
  orderLifecycle,
  phaseOf,
} from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { payerMoneyApplied } from "@countinghouse/ledger/payer.postings.ts";
import { isZero, type Money, money, smaller, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { postEntries } from "../../funds/ledger/index.ts";
import {
  eventOfAction,
  lockOrder,
  moveOrder,
  type NewTimelineEntry,
  type OrderChange,
  type OrderRow,
} from "../order-record/index.ts";
import { type AttemptRow, attemptRows } from "../payment-attempt/index.ts";
import { amountBeingReturned, type DueOrders, type DueRow } from "../payment-due/index.ts";
import { captureHeldMoney } from "./capture-outcome.service.ts";
import { timelineAmount, withSurplus } from "./order-due.service.ts";
import type { OutcomeEffect, OutcomeVerdict } from "./order-outcome.policy.ts";
import { releaseOthers } from "./order-release.service.ts";
import { orderChangeOf, orderEntry } from "./order-step.service.ts";

/**
 * The part of an unapplied payment that its order still needs and that is not being returned; zero where the order is
 * paid.
 */
async function bookableOf(ctx: Context, order: OrderRow, due: DueRow): Promise<Money> {
  const there = BigInt(due.heldAmount) - (await amountBeingReturned(ctx, due));
  const held = money(there < 0n ? 0n : there, due.currency);
  const left = BigInt(order.amount) - BigInt(order.capturedAmount);
  const isOpen = due.currency === order.currency && allows(orderLifecycle, phaseOf(order), "succeed") && left > 0n;
  return isOpen ? smaller(held, money(left, order.currency)) : zero(due.currency);
}

function attemptIn(attempts: readonly AttemptRow[], { attemptId, orderId }: DueRow): AttemptRow {
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (!attempt) throw new Error(`the order ${orderId} has no attempt ${attemptId}`);
  return attempt;
}

interface SettledDue {
  readonly order: OrderRow;
  readonly due: DueRow;
}

/** Applies what the order still needs and returns the rest to the payer. */
async function applyDue(ctx: Context, { order, due }: SettledDue) {
  const { merchantId } = due;
  const attempts = await attemptRows(ctx, merchantId, order.id);
  const attempt = attemptIn(attempts, due);
  const amount = await bookableOf(ctx, order, due);
  const rest = money(BigInt(due.heldAmount) - amount.amountMinor, due.currency);
  const taking = await captureHeldMoney(ctx, { order, attempt }, { amount, upstreamId: due.upstreamPaymentId });
  const { gatewayAccountId, mode: book, id: eventId } = due;
  await postEntries(ctx, {
    merchantId,
    book,
    entries: [payerMoneyApplied({ merchantId, gatewayAccountId, amount })],
    eventId,
    part: taking.capture.id,
    orderId: order.id,
    effectiveDate: ctx.now.toISOString().slice(0, 10),
    description: `${due.orderNo} ${due.dueNo}`,
  });
  const isLate = phaseOf(order) === "failed" || phaseOf(order) === "canceled";
  const timeline = [
    dueEntryOf(due, "eventDueBooked", amount),
    ...(isZero(rest) ? [] : [dueEntryOf(due, "eventDueReturned", rest)]),
  ];
  await end(ctx, order, {
    action: "succeed",
    verdict: { attempt: null, order: "succeed", effects: [], isLate },
    attempt,
    attempts,
    change: { ...taking.change, ...withSurplus(order, rest) },
    timeline: [...timeline, ...taking.timeline],
  });
  return { booked: amount, captureId: taking.capture.id };
}

/** Returns everything to the payer. The order ends with what it has, or unpaid. */
async function returnDue(ctx: Context, { order, due }: SettledDue) {
  const held = fromWire(due.heldAmount, due.currency);
  const attempts = await attemptRows(ctx, due.merchantId, order.id);
  const attempt = attemptIn(attempts, due);
  const waits = phaseOf(order) === "pending" && attempts.at(-1)?.id === due.attemptId;
  const action: OrderAction | null = waits ? (order.capturedAmount === "0" ? "fail" : "succeed") : null;
  const effects: OutcomeEffect[] = action === "fail" ? [{ do: "fail", code: "amount_mismatch" }] : [];
  await end(ctx, order, {
    action,
    verdict: { attempt: null, order: action, effects },
    attempt,
    attempts,
    change: withSurplus(order, held),
    timeline: [dueEntryOf(due, "eventDueReturned", held)],
  });
  return { booked: zero(due.currency), captureId: null };
}

const dueEntryOf = (due: DueRow, title: string, amount: Money): NewTimelineEntry => ({
  kind: "refund",
  title,
  detail: timelineAmount(amount),
  amount: timelineAmount(amount),
  ref: { type: "paymentDue", id: due.id },
});

interface DueEnding {
  readonly action: OrderAction | null;
  readonly verdict: OutcomeVerdict;
  readonly attempt: AttemptRow;
  readonly attempts: readonly AttemptRow[];
  readonly change: OrderChange;
  readonly timeline: readonly NewTimelineEntry[];
}

/** Writes a decision's changes to the order. An order that it ends keeps no authorisation. */
async function end(ctx: Context, order: OrderRow, ending: DueEnding): Promise<void> {
  const { action, verdict, attempt, attempts, change, timeline } = ending;
  const moved = orderChangeOf({ order, attempt, verdict, now: ctx.now });
  const released = action === null ? [] : await releaseOthers(ctx, attempts, attempt.id);
  await moveOrder(ctx, order, {
    change: { ...moved, ...change },
    timeline: action === null ? timeline : [...timeline, orderEntry(order, action, verdict), ...released],
    event: action === null ? undefined : eventOfAction[action],
  });
}

/** The order side of decisions about unapplied payments. */
export const dueOrders: DueOrders = {
  lock: async (ctx, ref) => {
    await lockOrder(ctx, ref);
  },
  assertBookable: async (ctx, due) => {
    const order = await lockOrder(ctx, due);
    if (isZero(await bookableOf(ctx, order, due))) throw refuse("paymentDue.notBookable");
  },
  settle: async (ctx, due, action) => {
    const order = await lockOrder(ctx, due);
    return action === "book" ? applyDue(ctx, { order, due }) : returnDue(ctx, { order, due });
  },
  tell: async (ctx, due, { title, action }) => {
    const order = await lockOrder(ctx, due);
    const amount = timelineAmount(fromWire(due.heldAmount, due.currency));
    const timeline: NewTimelineEntry = {
      kind: "operator",
      title,
      detail: { action, ...amount },
      visibility: "operator",
    };
    await moveOrder(ctx, order, { change: {}, timeline: [timeline], event: undefined });
  },
};
