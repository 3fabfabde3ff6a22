import { later } from "./agenda.ts";
import { authentication, cardInput, declineOf, needsChallenge, type ReadCard, readCard } from "./approval.ts";
import type { Account, Payment } from "./book.ts";
import { behaviourOf, type CardBehaviour, periods } from "./card-table.ts";
import { second } from "./clock.ts";
import type { DeclineCode } from "./decline-codes.ts";
import { planDispute } from "./disputes.ts";
import { Fault } from "./fault.ts";
import { happened } from "./happened.ts";
import type { Dispatch } from "./notifications.ts";
import type { PaymentAnswer, PaymentRequest } from "./payment-request.ts";
import { profileOf } from "./profiles.ts";
import { newId, type World } from "./world.ts";

const afterPending = 4 * second;

function open(world: World, account: Account, request: PaymentRequest, card: ReadCard | null): Payment {
  const now = world.clock.now();
  const payment: Payment = {
    id: newId(world, request.intentId ? "att" : "pay"),
    accountId: account.id,
    intentId: request.intentId,
    reference: request.reference,
    attempt: request.attempt,
    amount: request.amount,
    currency: request.currency,
    captureMethod: request.captureMethod,
    method: request.method,
    card: card?.facts ?? null,
    returnUrl: request.returnUrl,
    consent: request.renewalOf ?? (request.storeFor && newId(world, "agr")),
    metadata: request.metadata,
    createdAt: now,
    status: "pending",
    capturedAmount: 0n,
    captures: [],
    refundedAmount: 0n,
    settlement: null,
    declineCode: null,
    action: null,
    threeDs: null,
    checks: card && {
      avs: card.behaviour.mismatch ? "mismatch" : "match",
      cvc: card.behaviour.mismatch ? "mismatch" : "match",
    },
    updatedAt: now,
    sequence: 0,
  };
  world.book.payments.set(payment.id, payment);
  if (request.intentId) world.book.intents.get(request.intentId)?.paymentIds.push(payment.id);
  return payment;
}

/** What the payment's card does; nothing special for other methods. */
const behaviourFor = (payment: Payment): CardBehaviour | undefined => behaviourOf(payment.card?.scenario ?? "");

/** Ends the payment without money. */
export function decline(world: World, payment: Payment, code: DeclineCode): void {
  payment.status = "declined";
  payment.declineCode = code;
  payment.action = null;
  happened(world, { kind: "payment", item: payment }, "declined");
}

function successDispatch(behaviour: CardBehaviour | undefined): Dispatch {
  if (behaviour?.notification === "never") return { copiesAfterMs: [] };
  if (behaviour?.notification === "thrice") return { copiesAfterMs: [0, 0, 30 * second] };
  return { copiesAfterMs: [behaviour?.notifiedAfterMs ?? 0] };
}

/** The same payment once more under an id of its own, as a gateway makes it that lost the first one from sight. */
function copied(world: World, payment: Payment): Payment {
  const id = newId(world, payment.intentId ? "att" : "pay");
  const copy: Payment = { ...payment, id, createdAt: world.clock.now(), sequence: 0 };
  world.book.payments.set(id, copy);
  return copy;
}

function twin(world: World, payment: Payment): void {
  const copy = copied(world, payment);
  world.book.lines.push(settledLine(world, copy, copy.capturedAmount));
  happened(world, { kind: "payment", item: copy }, "captured");
}

function reservedTwin(world: World, payment: Payment): void {
  const copy = copied(world, payment);
  later(world, periods.authorisation, "expirePayment", copy.id);
  happened(world, { kind: "payment", item: copy }, "authorized");
}

const settledLine = (world: World, payment: Payment, amount: bigint) => ({
  accountId: payment.accountId,
  type: "Settled" as const,
  paymentId: payment.id,
  reference: payment.reference,
  modificationReference: "",
  amount,
  currency: payment.currency,
  method: payment.card?.brand ?? payment.method,
  at: world.clock.now(),
  batchNo: null,
});

function book(
  world: World,
  account: Account,
  payment: Payment,
  amount: bigint,
  dispatch: Dispatch,
  { reference = null, isFinal = true }: { readonly reference?: string | null; readonly isFinal?: boolean } = {},
): void {
  const isFirst = payment.capturedAmount === 0n;
  payment.action = null;
  payment.captures = [...payment.captures, { id: newId(world, "cap"), reference, amount }];
  payment.capturedAmount += amount;
  payment.status = isFinal || payment.capturedAmount === payment.amount ? "captured" : "authorized";
  world.book.lines.push(settledLine(world, payment, amount));
  happened(world, { kind: "payment", item: payment }, "captured", dispatch);
  if (isFirst) planDispute(world, payment, behaviourFor(payment));
  if (isFirst && profileOf(account, "duplicate_success")) twin(world, payment);
  if (profileOf(account, "contradict_webhooks")) {
    const contradiction: Payment = { ...payment, status: "declined", declineCode: "do_not_honor" };
    happened(world, { kind: "payment", item: contradiction }, "declined", { copiesAfterMs: [5 * second] });
  }
}

/** The issuer's yes: money reserved, and taken at once unless the caller wants to do that. */
export function succeed(world: World, account: Account, payment: Payment): void {
  const behaviour = behaviourFor(payment);
  if (payment.captureMethod === "manual") {
    payment.status = "authorized";
    payment.action = null;
    later(world, periods.authorisation, "expirePayment", payment.id);
    happened(world, { kind: "payment", item: payment }, "authorized", successDispatch(behaviour));
    if (profileOf(account, "duplicate_reservation")) reservedTwin(world, payment);
    return;
  }
  book(world, account, payment, payment.amount - (behaviour?.shortByMinor ?? 0n), successDispatch(behaviour));
}

function settleOrWait(world: World, account: Account, payment: Payment): void {
  const behaviour = behaviourFor(payment);
  const isEndless = profileOf(account, "pending_forever") !== undefined;
  if (!isEndless && behaviour?.succeedsAfterMs === undefined) {
    succeed(world, account, payment);
    return;
  }
  payment.status = "pending";
  const isLate = behaviour?.notification === "before_pending";
  happened(world, { kind: "payment", item: payment }, "pending", { copiesAfterMs: [isLate ? afterPending : 0] });
  if (!isEndless) later(world, behaviour?.succeedsAfterMs ?? 0, "succeedPayment", payment.id);
}

function askPayer(
  world: World,
  payment: Payment,
  type: "redirect" | "qr" | "voucher",
  path: string,
  periodMs: number,
): void {
  payment.status = "requires_action";
  const url = `${world.publicUrl()}/${path}/${payment.id}`;
  const data = type === "redirect" ? "" : `${type}:${payment.id}`;
  payment.action = { type, url, data, expireAt: world.clock.now() + periodMs };
  later(world, periodMs, "expirePage", payment.id);
  happened(world, { kind: "payment", item: payment }, "requires_action");
}

function confirmOther(world: World, payment: Payment, request: PaymentRequest): void {
  const { method } = payment;
  if (method === "sim_wallet") askPayer(world, payment, "redirect", "wallet", periods.authentication);
  else if (method === "sim_qr") askPayer(world, payment, "qr", "qr", periods.authentication);
  else if (method === "sim_voucher") askPayer(world, payment, "voucher", "voucher", periods.voucher);
  else startDebit(world, payment, request);
}

function startDebit(world: World, payment: Payment, request: PaymentRequest): void {
  happened(world, { kind: "payment", item: payment }, "pending");
  later(world, periods.debitSuccess, "succeedPayment", payment.id);
  if (request.debitAccount?.endsWith("13")) {
    later(world, periods.debitSuccess + periods.debitBounce, "bounceDebit", payment.id);
  }
}

/** Takes a payment: books it, decides it as its card or method says, and says what the caller is to hear. */
export function confirm(world: World, account: Account, request: PaymentRequest): PaymentAnswer<Payment | null> {
  if (request.method !== "card") {
    const payment = open(world, account, request, null);
    confirmOther(world, payment, request);
    return { item: payment, afterMs: 0, isDropped: false };
  }
  const card = readCard(world, cardInput(request));
  const { answer, answerAfterMs: afterMs = 0 } = card.behaviour;
  if (!card.refusal && answer === "drop_before_booking")
    return { item: null, afterMs: account.hangMs, isDropped: true };
  const code = declineOf(world, account, request, card);
  const payment = open(world, account, request, card);
  if (code) decline(world, payment, code);
  else if (needsChallenge(card, request)) askPayer(world, payment, "redirect", "challenge", periods.authentication);
  else {
    payment.threeDs = authentication(card.facts, card.behaviour.threeDs, request.threeDs === "force");
    settleOrWait(world, account, payment);
  }
  const isDropped = answer === "drop" && !code;
  return { item: payment, afterMs: isDropped ? account.hangMs : afterMs, isDropped };
}

/** The payer answered at the issuer or wallet. Nothing happens to a payment that waits for nobody, nor to scenario 205. */
export function payerAnswered(world: World, payment: Payment, isApproved: boolean): boolean {
  const behaviour = behaviourFor(payment);
  const account = world.book.accounts.get(payment.accountId);
  if (!account || payment.status !== "requires_action" || behaviour?.threeDs === "abandoned") return false;
  if (!isApproved) {
    decline(world, payment, payment.card ? "authentication_failed" : "payer_canceled");
    return true;
  }
  if (payment.card) payment.threeDs = authentication(payment.card, behaviour?.threeDs, true);
  payment.action = null;
  settleOrWait(world, account, payment);
  return true;
}

const conflict = (payment: Payment, what: string): Fault =>
  new Fault(409, "invalid_status_for_operation", `A payment that is ${payment.status} cannot be ${what}.`);

/** Takes reserved money. What is left over is released, unless the caller says another capture follows. */
export function capture(
  world: World,
  account: Account,
  payment: Payment,
  amount = payment.amount - payment.capturedAmount,
  as: { readonly reference?: string | null; readonly isFinal?: boolean } = {},
): void {
  if (payment.status !== "authorized") throw conflict(payment, "captured");
  if (amount <= 0n || amount > payment.amount - payment.capturedAmount) {
    throw new Fault(400, "invalid_amount", "The amount is above what is reserved.");
  }
  book(world, account, payment, amount, {}, as);
  if (profileOf(account, "deny_captures")) throw new Fault(400, "validation_error", "The capture was refused.");
}

/** Releases what is left of reserved money, or gives up on a payer. What was taken already stays taken. */
export function voidPayment(world: World, payment: Payment): void {
  const isOpen = payment.status === "authorized" || payment.status === "requires_action";
  if (!isOpen) throw conflict(payment, "voided");
  payment.status = payment.capturedAmount === 0n ? "voided" : "captured";
  payment.action = null;
  happened(world, { kind: "payment", item: payment }, "voided");
}

/** The agenda's side of a payment: late success, expiry and bounce. */
export const paymentTasks = {
  succeed(world: World, id: string): void {
    const payment = world.book.payments.get(id);
    const account = payment && world.book.accounts.get(payment.accountId);
    if (account && payment.status === "pending") succeed(world, account, payment);
  },
  /** The payer did not come back; of one who did, what was reserved since runs out by itself. */
  expirePage(world: World, id: string): void {
    const payment = world.book.payments.get(id);
    if (payment?.status !== "requires_action") return;
    payment.status = "expired";
    payment.declineCode = payment.card ? "authentication_abandoned" : "checkout_expired";
    payment.action = null;
    happened(world, { kind: "payment", item: payment }, "expired");
  },
  expire(world: World, id: string): void {
    const payment = world.book.payments.get(id);
    if (payment?.status !== "authorized") return;
    // What was taken already stays taken; only the rest of the reservation runs out.
    payment.status = payment.capturedAmount === 0n ? "expired" : "captured";
    happened(world, { kind: "payment", item: payment }, "expired");
  },
  bounce(world: World, id: string): void {
    const payment = world.book.payments.get(id);
    if (payment?.status !== "captured") return;
    payment.status = "reversed";
    payment.declineCode = "bank_rejected";
    world.book.lines.push({ ...settledLine(world, payment, -payment.capturedAmount), type: "Chargeback" });
    happened(world, { kind: "payment", item: payment }, "reversed");
  },
};
