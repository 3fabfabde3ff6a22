import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import { money } from "@countinghouse/money/money.ts";
import type { Dispute, Intent, Payment, PaymentStatus, Refund } from "./book.ts";
import { iso } from "./clock.ts";
import { declines } from "./decline-codes.ts";
import { credentialOf } from "./native-view.ts";
import type { World } from "./world.ts";

/** An amount as this wire writes it: a JSON number of major units. */
const major = (amount: bigint, currency: CurrencyCode): number => Number(formatDecimal(money(amount, currency)));

/** An instant as this wire writes it: whole seconds, and an offset without a colon. */
export const instant = (at: number): string => iso(at).replace(/\.\d+Z$/, "+0000");

const attemptStatus: Readonly<Record<PaymentStatus, string>> = {
  requires_action: "AUTHENTICATION_REDIRECTED",
  pending: "PENDING_AUTHORIZATION",
  authorized: "AUTHORIZED",
  captured: "CAPTURE_REQUESTED",
  declined: "FAILED",
  voided: "CANCELLED",
  expired: "EXPIRED",
  reversed: "FAILED",
};

const intentStatus: Readonly<Record<PaymentStatus, string>> = {
  requires_action: "REQUIRES_CUSTOMER_ACTION",
  pending: "PENDING",
  authorized: "REQUIRES_CAPTURE",
  captured: "SUCCEEDED",
  declined: "REQUIRES_PAYMENT_METHOD",
  voided: "CANCELLED",
  expired: "REQUIRES_PAYMENT_METHOD",
  reversed: "REQUIRES_PAYMENT_METHOD",
};

function methodView(payment: Payment): object {
  const { card, method } = payment;
  if (!card) return { type: method };
  const credential = credentialOf(payment);
  return {
    ...(credential && { id: credential.token }),
    type: "card",
    card: {
      bin: card.bin,
      last4: card.last4,
      brand: card.brand,
      expiry_month: String(card.expMonth).padStart(2, "0"),
      expiry_year: String(card.expYear),
      fingerprint: card.fingerprint,
      card_type: "CREDIT",
    },
  };
}

function authenticationView({ threeDs, checks }: Payment): object | undefined {
  if (!checks) return undefined;
  return {
    avs_result: checks.avs === "match" ? "Y" : "N",
    cvc_result: checks.cvc === "match" ? "Y" : "N",
    fraud_data: { action: "ACCEPT", score: "0" },
    ...(threeDs && {
      ds_data: {
        version: "2.2.0",
        eci: threeDs.eci,
        liability_shift_indicator: threeDs.liabilityShift ? "Y" : "N",
        frictionless: threeDs.flow === "challenge" ? "N" : "Y",
      },
    }),
  };
}

const isApproved = ({ status }: Payment): boolean => status === "authorized" || status === "captured";

/** What the issuer's approval is called: by itself, by the network and by the scheme. */
const approvalView = (payment: Payment) =>
  payment.card &&
  isApproved(payment) && {
    authorization_code: payment.id.replace(/\D/g, "").padStart(6, "0").slice(-6),
    provider_transaction_id: `ptx_${payment.id}`,
    provider_original_response_code: "00",
    payment_method_transaction_id: credentialOf(payment)?.schemeTransactionId,
    payment_consent_id: credentialOf(payment)?.consent ?? undefined,
  };

/**
 * A payment as its intent shows it, without what the intent says already. The answer to a confirmation comes `before`
 * money that is taken at once is counted.
 */
const attemptOfIntent = (payment: Payment, moment: "before" | "after") => ({
  id: payment.id,
  payment_intent_id: payment.intentId,
  amount: major(payment.amount, payment.currency),
  captured_amount: moment === "before" ? 0 : major(payment.capturedAmount, payment.currency),
  refunded_amount: major(payment.refundedAmount, payment.currency),
  status:
    payment.status !== "captured"
      ? attemptStatus[payment.status]
      : moment === "before"
        ? "AUTHORIZED"
        : (payment.settlement?.toUpperCase() ?? "CAPTURE_REQUESTED"),
  payment_method: methodView(payment),
  authentication_data: authenticationView(payment),
  ...approvalView(payment),
  ...(payment.declineCode && {
    failure_code: declines[payment.declineCode].airwallex,
    ...(declines[payment.declineCode].iso && { provider_original_response_code: declines[payment.declineCode].iso }),
    failure_details: { code: declines[payment.declineCode].airwallex, reason: payment.declineCode },
  }),
  created_at: instant(payment.createdAt),
  updated_at: instant(payment.updatedAt),
});

/** A payment as an attempt to meet its intent, by itself. */
export const airwallexAttempt = (payment: Payment) => ({
  ...attemptOfIntent(payment, "after"),
  merchant_order_id: payment.reference,
  currency: payment.currency,
});

const nextAction = ({ action }: Payment) =>
  action && {
    type: action.type === "redirect" ? "redirect" : "render_qrcode",
    method: "GET",
    url: action.url,
    ...(action.data && { qrcode: action.data }),
  };

/** An intent as a list shows it: of its attempt the id alone. */
export function airwallexListedIntent(world: World, intent: Intent) {
  const shown = airwallexIntent(world, intent);
  const { latest_payment_attempt: latest } = shown;
  return { ...shown, ...(latest && { latest_payment_attempt: { id: latest.id } }) };
}

/** The intent with the attempt that counts: the one that brought money if any did, else the latest. */
export function airwallexIntent(world: World, intent: Intent, moment: "before" | "after" = "after") {
  const payments = intent.paymentIds.flatMap((id) => world.book.payments.get(id) ?? []);
  const latest = payments.find(({ status }) => status === "captured") ?? payments.at(-1);
  const captured = payments.reduce((sum, payment) => sum + payment.capturedAmount, 0n);
  return {
    id: intent.id,
    request_id: intent.requestId,
    merchant_order_id: intent.merchantOrderId,
    amount: major(intent.amount, intent.currency),
    captured_amount: major(captured, intent.currency),
    currency: intent.currency,
    status:
      intent.cancelledAt !== null ? "CANCELLED" : latest ? intentStatus[latest.status] : "REQUIRES_PAYMENT_METHOD",
    metadata: intent.metadata,
    return_url: intent.returnUrl,
    ...(latest && { latest_payment_attempt: attemptOfIntent(latest, moment) }),
    ...(latest?.action && { next_action: nextAction(latest) }),
    ...(intent.cancelledAt !== null && {
      cancelled_at: instant(intent.cancelledAt),
      cancellation_reason: intent.cancellationReason,
    }),
    created_at: instant(intent.createdAt),
    updated_at: instant(latest?.updatedAt ?? intent.cancelledAt ?? intent.createdAt),
  };
}

const refundStatus: Readonly<Record<Refund["status"], string>> = {
  processing: "RECEIVED",
  succeeded: "SETTLED",
  failed: "FAILED",
  reversed: "FAILED",
};

export const airwallexRefund = (world: World, refund: Refund) => ({
  id: refund.id,
  request_id: refund.reference,
  payment_intent_id: world.book.payments.get(refund.paymentId)?.intentId ?? null,
  payment_attempt_id: refund.paymentId,
  amount: major(refund.amount, refund.currency),
  currency: refund.currency,
  status: refund.status === "processing" && refund.isAccepted ? "ACCEPTED" : refundStatus[refund.status],
  ...(refund.acquirerReference && { acquirer_reference_number: refund.acquirerReference }),
  ...(refund.failureCode && { failure_details: { code: refund.failureCode } }),
  created_at: instant(refund.createdAt),
  updated_at: instant(refund.updatedAt),
});

const stages: Readonly<Record<Dispute["stage"], string>> = {
  inquiry: "RFI",
  pre_chargeback: "PRE_CHARGEBACK",
  chargeback: "CHARGEBACK",
  pre_arbitration: "PRE_ARBITRATION",
};

const disputeStatus: Readonly<Record<Dispute["status"], string>> = {
  needs_response: "REQUIRES_RESPONSE",
  challenged: "CHALLENGED",
  accepted: "ACCEPTED",
  won: "WON",
  lost: "LOST",
  withdrawn: "REVERSED",
};

export const airwallexDispute = (world: World, dispute: Dispute) => ({
  id: dispute.id,
  payment_intent_id: world.book.payments.get(dispute.paymentId)?.intentId ?? null,
  payment_attempt_id: dispute.paymentId,
  merchant_order_id: world.book.payments.get(dispute.paymentId)?.reference,
  stage: stages[dispute.stage],
  status: dispute.standing?.toUpperCase() ?? disputeStatus[dispute.status],
  reason: { type: dispute.reasonCode.startsWith("10.") ? "FRAUD" : "CONSUMER", original_code: dispute.reasonCode },
  amount: major(dispute.amount, dispute.currency),
  currency: dispute.currency,
  due_at: instant(dispute.dueAt),
  created_at: instant(dispute.createdAt),
  updated_at: instant(dispute.updatedAt),
});

/** An event of this wire: its name, and whether it is about the attempt rather than the intent. */
export interface AirwallexEvent {
  readonly name: string;
  readonly isOfAttempt: boolean;
}

const ofAttempt = (name: string): AirwallexEvent => ({ name: `payment_attempt.${name}`, isOfAttempt: true });
const ofOther = (name: string): AirwallexEvent => ({ name, isOfAttempt: false });
const ofIntent = (name: string): AirwallexEvent => ofOther(`payment_intent.${name}`);

const events: Readonly<Record<string, readonly AirwallexEvent[]>> = {
  "payment.requires_action": [ofAttempt("authentication_redirected"), ofIntent("requires_customer_action")],
  "payment.pending": [ofAttempt("pending_authorization"), ofIntent("pending")],
  "payment.authorized": [ofAttempt("authorized"), ofIntent("requires_capture")],
  "payment.captured": [ofAttempt("capture_requested"), ofIntent("succeeded")],
  "payment.settled": [ofAttempt("settled")],
  "payment.paid": [ofAttempt("paid")],
  "payment.voided": [ofAttempt("cancelled"), ofIntent("cancelled")],
  "payment.expired": [ofAttempt("expired"), ofIntent("requires_payment_method")],
  "refund.processing": [ofOther("refund.received")],
  "refund.accepted": [ofOther("refund.accepted")],
  "refund.succeeded": [ofOther("refund.settled")],
  "refund.failed": [ofOther("refund.failed")],
  "refund.reversed": [ofOther("refund.failed")],
  "payout.processing": [ofOther("payout.transfer.processing")],
  "payout.paid": [ofOther("payout.transfer.paid")],
  "payout.failed": [ofOther("payout.transfer.failed")],
  "payout.returned": [ofOther("payout.transfer.failed")],
  "dispute.opened": [ofOther("payment_dispute.requires_response")],
  "dispute.chargeback": [ofOther("payment_dispute.requires_response")],
  "dispute.pre_arbitration": [ofOther("payment_dispute.requires_response")],
  "dispute.expired": [ofOther("payment_dispute.expired")],
  "dispute.pending_closure": [ofOther("payment_dispute.pending_closure")],
  "dispute.pending_decision": [ofOther("payment_dispute.pending_decision")],
  "dispute.challenged": [ofOther("payment_dispute.challenged")],
  "dispute.accepted": [ofOther("payment_dispute.accepted")],
  "dispute.won": [ofOther("payment_dispute.won")],
  "dispute.lost": [ofOther("payment_dispute.lost")],
  "dispute.withdrawn": [ofOther("payment_dispute.reversed")],
};

/** How an attempt that brought no money ended: who said no decides the name. */
function failureEvent({ declineCode, card }: Payment): string {
  if (declineCode === "risk_declined_upstream") return "risk_declined";
  if (declineCode === "authentication_failed" || declineCode === "authentication_abandoned")
    return "authentication_failed";
  return card ? "authorization_failed" : "failed_to_process";
}

/** What this wire calls what happened, in the order of its telling; nothing for events it does not have. */
export const airwallexEvents = (type: string, payment: Payment | null): readonly AirwallexEvent[] =>
  type === "payment.declined" && payment
    ? [ofAttempt(failureEvent(payment)), ofIntent("requires_payment_method")]
    : (events[type] ?? []);
