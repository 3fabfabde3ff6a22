import { later } from "./agenda.ts";
import type { Dispute, MoneyLine, Payment } from "./book.ts";
import type { CardBrand } from "./card-number.ts";
import { behaviourOf, type CardBehaviour, periods } from "./card-table.ts";
import { day } from "./clock.ts";
import { Fault } from "./fault.ts";
import { happened } from "./happened.ts";
import { notify } from "./notifications.ts";
import { newId, type World } from "./world.ts";

/** How long a merchant may answer a chargeback, by scheme. */
const answerDays: Readonly<Record<CardBrand, number>> = { visa: 18, mastercard: 40, amex: 14, jcb: 40, unionpay: 30 };
const inquiryDays = 14;
/** 65 hours, after which a provider accepts a case of its pre-chargeback programmes by itself. */
const preChargebackDays = 65 / 24;
const preArbitrationDays = 30;

/** What somebody opens a dispute with. */
export interface DisputeOpening {
  readonly stage: "inquiry" | "pre_chargeback" | "chargeback";
  readonly reasonCode: string;
  readonly amount: bigint;
}

const isAirwallex = (world: World, { accountId }: Dispute): boolean =>
  world.book.accounts.get(accountId)?.face === "airwallex";

const lineOf = (world: World, dispute: Dispute, type: MoneyLine["type"], amount: bigint): MoneyLine => {
  const payment = world.book.payments.get(dispute.paymentId);
  return {
    accountId: dispute.accountId,
    type,
    paymentId: dispute.paymentId,
    reference: payment?.reference ?? "",
    modificationReference: dispute.id,
    amount,
    currency: dispute.currency,
    method: payment?.card?.brand ?? payment?.method ?? "",
    at: world.clock.now(),
    batchNo: null,
  };
};

function debit(world: World, dispute: Dispute, type: "Chargeback" | "SecondChargeback"): void {
  dispute.isDebited = true;
  world.book.lines.push(lineOf(world, dispute, type, -dispute.amount));
}

function giveBack(world: World, dispute: Dispute): void {
  if (!dispute.isDebited) return;
  dispute.isDebited = false;
  world.book.lines.push(lineOf(world, dispute, "ChargebackReversed", dispute.amount));
}

function awaitAnswer(world: World, dispute: Dispute, days: number): void {
  dispute.status = "needs_response";
  dispute.dueAt = world.clock.now() + days * day;
  later(world, days * day, "expireDispute", dispute.id);
}

const brandDays = (payment: Payment): number => answerDays[payment.card?.brand ?? "visa"];

/** Opens a dispute on a captured payment. */
export function openDispute(world: World, payment: Payment, opening: DisputeOpening): Dispute {
  if (payment.status !== "captured" || opening.amount <= 0n || opening.amount > payment.capturedAmount) {
    throw new Fault(409, "invalid_status_for_operation", "Only captured money can be disputed.");
  }
  const now = world.clock.now();
  const dispute: Dispute = {
    id: newId(world, "dsp"),
    accountId: payment.accountId,
    paymentId: payment.id,
    amount: opening.amount,
    currency: payment.currency,
    reasonCode: opening.reasonCode,
    createdAt: now,
    stage: opening.stage,
    standing: null,
    status: "needs_response",
    isDebited: false,
    dueAt: now,
    evidenceCount: 0,
    updatedAt: now,
    sequence: 0,
  };
  world.book.disputes.set(dispute.id, dispute);
  const days = { inquiry: inquiryDays, pre_chargeback: preChargebackDays, chargeback: brandDays(payment) };
  awaitAnswer(world, dispute, days[opening.stage]);
  if (opening.stage === "chargeback") debit(world, dispute, "Chargeback");
  happened(world, { kind: "dispute", item: dispute }, opening.stage === "chargeback" ? "chargeback" : "opened");
  return dispute;
}

/** Puts what the card's holder will do on the agenda, when its payment is captured. */
export function planDispute(world: World, payment: Payment, behaviour: CardBehaviour | undefined): void {
  if (behaviour?.fraudNoticeAfterMs) later(world, behaviour.fraudNoticeAfterMs, "fraudNotice", payment.id);
  if (behaviour?.dispute) later(world, behaviour.dispute.afterMs, "openDispute", payment.id);
}

const planOf = (world: World, dispute: Dispute): CardBehaviour["dispute"] =>
  behaviourOf(world.book.payments.get(dispute.paymentId)?.card?.scenario ?? "")?.dispute;

function rule(world: World, dispute: Dispute, isWon: boolean): void {
  dispute.status = isWon ? "won" : "lost";
  dispute.standing = null;
  if (isWon) giveBack(world, dispute);
  happened(world, { kind: "dispute", item: dispute }, isWon ? "won" : "lost");
}

function mustBeOpen(dispute: Dispute): void {
  if (dispute.status !== "needs_response") {
    throw new Fault(409, "invalid_status_for_operation", `A dispute that is ${dispute.status} takes no answer.`);
  }
}

/** Gives in: the money stays with the payer. */
export function acceptDispute(world: World, dispute: Dispute): void {
  mustBeOpen(dispute);
  dispute.status = "accepted";
  if (dispute.stage === "pre_chargeback") debit(world, dispute, "Chargeback");
  happened(world, { kind: "dispute", item: dispute }, "accepted");
}

/** Submits evidence; the ruling follows in five days. */
export function defendDispute(world: World, dispute: Dispute, items: number): void {
  mustBeOpen(dispute);
  dispute.evidenceCount += items;
  dispute.status = "challenged";
  happened(world, { kind: "dispute", item: dispute }, "challenged");
  const defence = planOf(world, dispute)?.defence ?? "two_items_win";
  const isFirstRound = dispute.stage !== "pre_arbitration";
  const isWon =
    isFirstRound && (defence === "wins_then_pre_arbitration" || (defence !== "loses" && dispute.evidenceCount > 1));
  later(world, periods.ruling, "ruleDispute", dispute.id, isWon ? "won" : "lost");
}

/** Shows a dispute that was answered as waiting for its end, on the wire that has words for it. */
export function waitForEnd(world: World, dispute: Dispute, standing: "pending_closure" | "pending_decision"): void {
  if (!isAirwallex(world, dispute) || dispute.status !== "challenged")
    throw new Fault(409, "invalid_status_for_operation", "Only a challenged dispute of the Airwallex wire waits so.");
  dispute.standing = standing;
  happened(world, { kind: "dispute", item: dispute }, standing);
}

/** Ends a dispute as a test call says. */
export function ruleNow(world: World, dispute: Dispute, outcome: "won" | "lost" | "withdrawn"): void {
  if (dispute.status !== "needs_response" && dispute.status !== "challenged") mustBeOpen(dispute);
  if (outcome !== "withdrawn") {
    rule(world, dispute, outcome === "won");
    return;
  }
  dispute.status = "withdrawn";
  dispute.standing = null;
  giveBack(world, dispute);
  happened(world, { kind: "dispute", item: dispute }, "withdrawn");
}

/** The agenda's side of a dispute. */
export const disputeTasks = {
  open(world: World, paymentId: string): void {
    const payment = world.book.payments.get(paymentId);
    const plan = behaviourOf(payment?.card?.scenario ?? "")?.dispute;
    if (!plan || payment?.status !== "captured") return;
    const amount = (payment.capturedAmount * BigInt(plan.percent ?? 100)) / 100n;
    const dispute = openDispute(world, payment, { stage: plan.stage, reasonCode: plan.reasonCode, amount });
    if (plan.escalatesAfterMs) later(world, plan.escalatesAfterMs, "escalateDispute", dispute.id);
    if (plan.withdrawnAfterMs) later(world, plan.withdrawnAfterMs, "withdrawDispute", dispute.id);
  },
  fraudNotice(world: World, paymentId: string): void {
    const payment = world.book.payments.get(paymentId);
    const account = payment && world.book.accounts.get(payment.accountId);
    if (!account) return;
    const { id: objectNo, reference } = payment;
    const data = { object: { object: "fraud_notice", paymentId: objectNo, reference, source: "TC40" } };
    const type = account.face === "airwallex" ? "fraud.merchant_notified" : "fraud.notified";
    const body = (id: string): string => JSON.stringify({ id, type, name: type, account: account.id, objectNo, data });
    notify(world, account, payment.id, { type, body });
  },
  escalate(world: World, id: string): void {
    const dispute = world.book.disputes.get(id);
    const payment = dispute && world.book.payments.get(dispute.paymentId);
    if (!payment || dispute.stage !== "inquiry" || dispute.status !== "needs_response") return;
    dispute.stage = "chargeback";
    awaitAnswer(world, dispute, brandDays(payment));
    debit(world, dispute, "Chargeback");
    happened(world, { kind: "dispute", item: dispute }, "chargeback");
  },
  rule(world: World, id: string, outcome: string): void {
    const dispute = world.book.disputes.get(id);
    if (dispute?.status !== "challenged") return;
    rule(world, dispute, outcome === "won");
    if (outcome === "won" && planOf(world, dispute)?.defence === "wins_then_pre_arbitration") {
      later(world, periods.preArbitration, "reopenDispute", id);
    }
  },
  reopen(world: World, id: string): void {
    const dispute = world.book.disputes.get(id);
    if (dispute?.status !== "won") return;
    dispute.stage = "pre_arbitration";
    awaitAnswer(world, dispute, preArbitrationDays);
    debit(world, dispute, "SecondChargeback");
    happened(world, { kind: "dispute", item: dispute }, "pre_arbitration");
  },
  withdraw(world: World, id: string): void {
    const dispute = world.book.disputes.get(id);
    if (dispute?.status === "needs_response" || dispute?.status === "challenged") ruleNow(world, dispute, "withdrawn");
  },
  expire(world: World, id: string): void {
    const dispute = world.book.disputes.get(id);
    if (dispute?.status !== "needs_response" || dispute.dueAt > world.clock.now()) return;
    if (dispute.stage === "pre_chargeback") acceptDispute(world, dispute);
    else if (isAirwallex(world, dispute)) {
      dispute.status = "lost";
      dispute.standing = "expired";
      happened(world, { kind: "dispute", item: dispute }, "expired");
    } else rule(world, dispute, false);
  },
};
