/** Version of the notifications' shape; an endpoint keeps the one it was made with. */
export const webhookVersion = "2026-06-01";

/** What merchants' servers are told, by the object it happens to: every type that something sends, and no other. */
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
    "order.updated",
  ],
  capture: ["capture.succeeded", "capture.failed"],
  refund: ["refund.created", "refund.succeeded", "refund.failed", "refund.canceled", "refund.reversed"],
  settlement: ["settlement.confirmed", "settlement.settled"],
  balance: ["balance.available", "balance.negative"],
  deposit: ["deposit.held", "deposit.released", "deposit.used", "deposit.extended"],
  cashout: [
    "cashout.applied",
    "cashout.approved",
    "cashout.rejected",
    "cashout.processing",
    "cashout.paid",
    "cashout.failed",
    "cashout.returned",
    "cashout.canceled",
  ],
  payout_order: [
    "payout_order.applied",
    "payout_order.approved",
    "payout_order.rejected",
    "payout_order.processing",
    "payout_order.paid",
    "payout_order.failed",
    "payout_order.returned",
    "payout_order.canceled",
  ],
  account: ["payout_account.verified", "webhook_endpoint.disabled", "test.ping"],
} as const;

export type EventGroup = keyof typeof eventTypesByObject;

/** Every type of event there is. */
export const eventTypes = Object.values(eventTypesByObject).flat();
export type EventType = (typeof eventTypes)[number];

/** Subscribes to every type, those of later releases included. */
export const everyEvent = "*";
