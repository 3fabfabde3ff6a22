import { later } from "./agenda.ts";
import type { Account, Payment, Refund } from "./book.ts";
import { behaviourOf, periods } from "./card-table.ts";
import { Fault } from "./fault.ts";
import { happened } from "./happened.ts";
import type { PaymentAnswer } from "./payment-request.ts";
import { countTry, newId, type World } from "./world.ts";

const line = (world: World, refund: Refund, payment: Payment, isReversal: boolean) => ({
  accountId: refund.accountId,
  type: isReversal ? ("RefundedReversed" as const) : ("Refunded" as const),
  paymentId: payment.id,
  reference: refund.reference,
  modificationReference: refund.id,
  amount: isReversal ? refund.amount : -refund.amount,
  currency: refund.currency,
  method: payment.card?.brand ?? payment.method,
  at: world.clock.now(),
  batchNo: null,
});

/** Gives captured money back, as the card says. */
export function refund(
  world: World,
  account: Account,
  payment: Payment,
  reference: string,
  amount = payment.capturedAmount - payment.refundedAmount,
): PaymentAnswer<Refund> {
  const plan = behaviourOf(payment.card?.scenario ?? "")?.refund;
  if (payment.status !== "captured") {
    throw new Fault(409, "invalid_status_for_operation", "Only a captured payment can be refunded.");
  }
  if (amount <= 0n || amount > payment.capturedAmount - payment.refundedAmount) {
    throw new Fault(400, "refund_amount_exceeded", "The amount is above what is left to refund.");
  }
  if (plan === "balance_too_low") {
    throw new Fault(402, "provider_balance_insufficient", "The account's balance does not cover the refund.");
  }
  const now = world.clock.now();
  const item: Refund = {
    id: newId(world, "rfd"),
    accountId: account.id,
    paymentId: payment.id,
    reference,
    amount,
    currency: payment.currency,
    createdAt: now,
    status: "processing",
    isAccepted: false,
    failureCode: null,
    acquirerReference: null,
    updatedAt: now,
    sequence: 0,
  };
  world.book.refunds.set(item.id, item);
  payment.refundedAmount += amount;
  happened(world, { kind: "refund", item }, "processing");
  if (account.face === "airwallex") later(world, periods.refundAcceptance, "acceptRefund", item.id);
  later(world, plan === "slow" ? periods.slowRefund : periods.refund, "finishRefund", item.id);
  const isDropped = plan === "drops_first_answer" && countTry(world, `refund ${payment.id}`) === 1;
  return { item, afterMs: isDropped ? account.hangMs : 0, isDropped };
}

/** The agenda's side of a refund. */
export const refundTasks = {
  accept(world: World, id: string): void {
    const item = world.book.refunds.get(id);
    if (item?.status !== "processing") return;
    item.isAccepted = true;
    happened(world, { kind: "refund", item }, "accepted");
  },
  finish(world: World, id: string): void {
    const item = world.book.refunds.get(id);
    const payment = item && world.book.payments.get(item.paymentId);
    if (!payment || item.status !== "processing") return;
    const plan = behaviourOf(payment.card?.scenario ?? "")?.refund;
    if (plan === "card_closed") {
      item.status = "failed";
      item.failureCode = "card_closed";
      payment.refundedAmount -= item.amount;
      happened(world, { kind: "refund", item }, "failed");
      return;
    }
    item.status = "succeeded";
    item.acquirerReference = `7${String(world.random.pick(1e9)).padStart(9, "0")}${item.id.slice(-6).toUpperCase()}`;
    world.book.lines.push(line(world, item, payment, false));
    happened(world, { kind: "refund", item }, "succeeded");
    if (plan === "bounces") later(world, periods.refundBounce, "reverseRefund", item.id);
  },
  reverse(world: World, id: string): void {
    const item = world.book.refunds.get(id);
    const payment = item && world.book.payments.get(item.paymentId);
    if (!payment || item.status !== "succeeded") return;
    item.status = "reversed";
    item.failureCode = "returned_by_bank";
    payment.refundedAmount -= item.amount;
    world.book.lines.push(line(world, item, payment, true));
    happened(world, { kind: "refund", item }, "reversed");
  },
};
