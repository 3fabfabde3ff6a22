import type { Dispute, Payment, Payout, Refund } from "./book.ts";
import { iso } from "./clock.ts";
import { declines } from "./decline-codes.ts";

/**
 * What the scheme and the gateway call a card payment that the issuer agreed to: digits of its number, and of its card.
 * No card number begins with 4 and has fifteen digits.
 */
export function credentialOf({ id, card, status, consent }: Payment) {
  if (!card || !(status === "authorized" || status === "captured")) return null;
  const digits = [...id].map((letter) => letter.charCodeAt(0) % 10).join("");
  return {
    schemeTransactionId: `4${digits.slice(-14).padStart(14, "4")}`,
    token: `tok_${card.fingerprint.slice(0, 24)}`,
    consent,
  };
}

/** Objects as the native wire shows them: amounts are integers of minor units, instants ISO 8601. */
export const paymentView = (payment: Payment) => ({
  object: "payment",
  id: payment.id,
  account: payment.accountId,
  reference: payment.reference,
  attempt: payment.attempt,
  status: payment.status,
  amount: Number(payment.amount),
  capturedAmount: Number(payment.capturedAmount),
  captures: payment.captures.map(({ id, reference, amount }) => ({ id, reference, amount: Number(amount) })),
  refundedAmount: Number(payment.refundedAmount),
  currency: payment.currency,
  captureMethod: payment.captureMethod,
  method: payment.method,
  metadata: payment.metadata,
  card: payment.card && {
    brand: payment.card.brand,
    country: payment.card.country,
    bin: payment.card.bin,
    last4: payment.card.last4,
    expMonth: payment.card.expMonth,
    expYear: payment.card.expYear,
    fingerprint: payment.card.fingerprint,
  },
  declineCode: payment.declineCode,
  issuerCode: payment.declineCode && declines[payment.declineCode].iso,
  threeDs: payment.threeDs,
  checks: payment.checks,
  credential: credentialOf(payment),
  nextAction: payment.action && {
    type: payment.action.type,
    url: payment.action.url,
    data: payment.action.data,
    expireTime: iso(payment.action.expireAt),
  },
  sequence: payment.sequence,
  createTime: iso(payment.createdAt),
  updateTime: iso(payment.updatedAt),
});

export const refundView = (refund: Refund) => ({
  object: "refund",
  id: refund.id,
  account: refund.accountId,
  paymentId: refund.paymentId,
  reference: refund.reference,
  status: refund.status,
  amount: Number(refund.amount),
  currency: refund.currency,
  failureCode: refund.failureCode,
  acquirerReference: refund.acquirerReference,
  sequence: refund.sequence,
  createTime: iso(refund.createdAt),
  updateTime: iso(refund.updatedAt),
});

export const disputeView = (dispute: Dispute) => ({
  object: "dispute",
  id: dispute.id,
  account: dispute.accountId,
  paymentId: dispute.paymentId,
  stage: dispute.stage,
  status: dispute.status,
  reasonCode: dispute.reasonCode,
  amount: Number(dispute.amount),
  currency: dispute.currency,
  evidenceCount: dispute.evidenceCount,
  dueTime: iso(dispute.dueAt),
  sequence: dispute.sequence,
  createTime: iso(dispute.createdAt),
  updateTime: iso(dispute.updatedAt),
});

export const payoutView = (payout: Payout) => ({
  object: "payout",
  id: payout.id,
  account: payout.accountId,
  reference: payout.reference,
  status: payout.status,
  amount: Number(payout.amount),
  currency: payout.currency,
  beneficiaryLast4: payout.beneficiaryLast4,
  failureCode: payout.failureCode,
  sequence: payout.sequence,
  createTime: iso(payout.createdAt),
  updateTime: iso(payout.updatedAt),
});
