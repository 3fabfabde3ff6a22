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

const instant = (at: number): string => iso(at).replace(".000Z", "Z").replace("Z", "+0000");

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

/** A payment as an attempt to meet its intent. */
export const airwallexAttempt = (payment: Payment) => ({
  id: payment.id,
  payment_intent_id: payment.intentId,
  merchant_order_id: payment.reference,
  amount: major(payment.amount, payment.currency),
  captured_amount: major(payment.capturedAmount, payment.currency),
  refunded_amount: major(payment.refundedAmount, payment.currency),
  currency: payment.currency,
  status: attemptStatus[payment.status],
  payment_method: methodView(payment),
  authentication_data: authenticationView(payment),
  payment_method_transaction_id: credentialOf(payment)?.schemeTransactionId,
  payment_consent_id: credentialOf(payment)?.consent ?? undefined,
  ...(payment.declineCode && {
    failure_code: declines[payment.declineCode].airwallex,
    ...(declines[payment.declineCode].iso && { provider_original_response_code: declines[payment.declineCode].iso }),
    failure_details: { code: declines[payment.declineCode].airwallex, reason: payment.declineCode },
  }),
  created_at: instant(payment.createdAt),
  updated_at: instant(payment.updatedAt),
});

const nextAction = ({ action }: Payment) =>
  action && {
    type: action.type === "redirect" ? "redirect" : "render_qrcode",
    method: "GET",
    url: action.url,
    ...(action.data && { qrcode: action.data }),
  };

/** The intent with the attempt that counts: the one that brought money if any did, else the latest. */
export function airwallexIntent(world: World, intent: Intent) {
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
    ...(latest && { latest_payment_attempt: airwallexAttempt(latest) }),
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
  processing: "ACCEPTED",
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
  status: refundStatus[refund.status],
  ...(refund.acquirerReference && { acquirer_reference_number: refund.acquirerReference }),
  ...(refund.failureCode && { failure_details: { code: refund.failureCode } }),
  created_at: instant(refund.createdAt),
  updated_at: instant(refund.updatedAt),
});

const stages: Readonly<Record<Dispute["stage"], string>> = {
  inquiry: "RFI",
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
  stage: stages[dispute.stage],
  status: disputeStatus[dispute.status],
  reason: { original_code: dispute.reasonCode },
  amount: major(dispute.amount, dispute.currency),
  currency: dispute.currency,
  due_at: instant(dispute.dueAt),
  created_at: instant(dispute.createdAt),
  updated_at: instant(dispute.updatedAt),
});

const eventNames: Readonly<Record<string, string>> = {
  "payment.requires_action": "payment_intent.requires_customer_action",
  "payment.pending": "payment_intent.pending",
  "payment.authorized": "payment_intent.requires_capture",
  "payment.captured": "payment_intent.succeeded",
  "payment.declined": "payment_attempt.failed_to_process",
  "payment.voided": "payment_intent.cancelled",
  "payment.expired": "payment_attempt.expired",
  "refund.processing": "refund.accepted",
  "refund.succeeded": "refund.settled",
  "refund.failed": "refund.failed",
  "refund.reversed": "refund.failed",
  "dispute.opened": "payment_dispute.requires_response",
  "dispute.chargeback": "payment_dispute.requires_response",
  "dispute.pre_arbitration": "payment_dispute.requires_response",
  "dispute.challenged": "payment_dispute.challenged",
  "dispute.accepted": "payment_dispute.accepted",
  "dispute.won": "payment_dispute.won",
  "dispute.lost": "payment_dispute.lost",
  "dispute.withdrawn": "payment_dispute.reversed",
};

/** What this wire calls the event; nothing for events it does not have. */
export const airwallexEventName = (type: string): string | undefined => eventNames[type];
