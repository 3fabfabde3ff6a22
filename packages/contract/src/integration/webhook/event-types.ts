/** Version of the notifications' shape; an endpoint keeps the one it was made with. */
export const webhookVersion = "2026-06-01";

/** What merchants' servers can be told, by the object it happens to. */
export const eventTypesByObject = {
  order: [
    "order.created",
    "order.awaiting",
    "order.requires_action",
    "order.pending",
    "order.authorized",
    "order.paid",
    "order.attempt_failed",
    "order.failed",
    "order.canceled",
    "order.expired",
    "order.review_required",
    "order.review_resolved",
    "order.settled",
    "order.updated",
  ],
  capture: ["capture.succeeded", "capture.failed"],
  refund: ["refund.created", "refund.succeeded", "refund.failed", "refund.canceled", "refund.reversed"],
  dispute: [
    "dispute.opened",
    "dispute.chargeback",
    "dispute.evidence_due",
    "dispute.evidence_submitted",
    "dispute.pre_arbitration",
    "dispute.won",
    "dispute.lost",
    "dispute.closed",
    "dispute.message",
  ],
  fraud: ["fraud.notified"],
  subscription: [
    "subscription.created",
    "subscription.trial_ending",
    "subscription.active",
    "subscription.renewal_upcoming",
    "subscription.renewed",
    "subscription.past_due",
    "subscription.recovered",
    "subscription.paused",
    "subscription.resumed",
    "subscription.plan_changed",
    "subscription.canceled",
    "subscription.completed",
    "subscription_capture.paid",
    "subscription_capture.failed",
    "subscription_capture.exhausted",
  ],
  balance: [
    "balance.available",
    "balance.negative",
    "settlement.confirmed",
    "settlement.settled",
    "bill.issued",
    "deposit.held",
    "deposit.released",
  ],
  moneyOut: [
    "cashout.applied",
    "cashout.approved",
    "cashout.rejected",
    "cashout.processing",
    "cashout.paid",
    "cashout.failed",
    "cashout.returned",
    "cashout.canceled",
    "payout_order.applied",
    "payout_order.approved",
    "payout_order.rejected",
    "payout_order.processing",
    "payout_order.paid",
    "payout_order.failed",
    "payout_order.returned",
    "payout_order.canceled",
  ],
  account: [
    "merchant.status_changed",
    "merchant.info_required",
    "payout_account.verified",
    "webhook_endpoint.disabled",
    "test.ping",
  ],
} as const;

export type EventGroup = keyof typeof eventTypesByObject;

/** Every type of event there is. */
export const eventTypes = Object.values(eventTypesByObject).flat();
export type EventType = (typeof eventTypes)[number];

/** Subscribes to every type, those of later releases included. */
export const everyEvent = "*";
