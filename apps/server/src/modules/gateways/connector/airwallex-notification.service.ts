import {
  AirwallexAttempt,
  AirwallexEvent,
  AirwallexIntent,
  AirwallexRefund,
  airwallexRefundReport,
  attemptReport,
  intentReport,
} from "./airwallex.wire.ts";
import { readExact, readInstant } from "./airwallex-amounts.wire.ts";
import { AirwallexTransfer, airwallexTransferReport } from "./airwallex-payout.wire.ts";
import type {
  GatewayAccountForCalls,
  IncomingNotification,
  NotificationFact,
  NotificationReading,
} from "./connector.port.ts";
import { isSignedBy, readIfProven } from "./notification.wire.ts";

const toleranceMs = 5 * 60_000;

/**
 * A live signature is valid for five minutes either way. A test account's clock may be moved, so its age is not
 * checked there.
 */
function isProven(
  { mode, webhookSecret }: GatewayAccountForCalls,
  { headers, rawBody, now }: IncomingNotification,
): boolean {
  const { "x-timestamp": timestamp, "x-signature": signature } = headers;
  if (typeof timestamp !== "string" || !/^\d{1,16}$/.test(timestamp)) return false;
  if (mode === "live" && Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return false;
  return isSignedBy(webhookSecret, [timestamp, rawBody], signature);
}

/** Verifies and parses a notification. One without a time of its own gets its time of arrival. */
export const readAirwallexNotification = (
  account: GatewayAccountForCalls,
  incoming: IncomingNotification,
): NotificationReading =>
  readIfProven(
    incoming,
    () => isProven(account, incoming),
    (text) => {
      const { id, name, created_at, data } = AirwallexEvent.parse(readExact(text));
      const told = [created_at, data.updated_at, data.created_at].map(readInstant).find((at) => at !== null);
      const occurredAt = told ?? incoming.now.toISOString();
      return { eventId: id, eventType: name, occurredAt, facts: [factOf(name, data)] };
    },
  );

type NotifiedObject = { readonly id: string };

/** The fact in an event. An unknown status is stored and displayed as another object. */
function factOf(name: string, object: NotifiedObject): NotificationFact {
  const known = /^payout\.transfer\./.test(name)
    ? transferFact(object)
    : /^refund\./.test(name)
      ? refundFact(object)
      : /^payment_attempt\./.test(name)
        ? attemptFact(object)
        : /^payment_intent\./.test(name)
          ? intentFact(object)
          : undefined;
  return known ?? { subject: "other", objectType: name.split(".")[0] ?? "", upstreamId: object.id };
}

function transferFact(object: NotifiedObject): NotificationFact | undefined {
  const transfer = AirwallexTransfer.parse(object);
  const outcome = airwallexTransferReport(transfer, []);
  return outcome && { subject: "payout", payoutNo: transfer.request_id ?? null, outcome };
}

function refundFact(object: NotifiedObject): NotificationFact | undefined {
  const refunded = AirwallexRefund.parse(object);
  const outcome = airwallexRefundReport(refunded, []);
  return outcome && { subject: "refund", refundNo: refunded.request_id ?? null, upstreamSeq: null, outcome };
}

/** Attempt events do not name the merchant; the intent's own event does, and contains the same. */
function attemptFact(object: NotifiedObject): NotificationFact | undefined {
  const attempt = AirwallexAttempt.parse(object);
  const outcome = attemptReport(attempt, []);
  const named = { orderNo: attempt.merchant_order_id ?? null, attemptNo: null, merchantId: null };
  return outcome && { subject: "payment", ...named, upstreamSeq: null, outcome };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

function intentFact(object: NotifiedObject): NotificationFact | undefined {
  const intent = AirwallexIntent.parse(object);
  const outcome = intentReport(intent, []);
  if (typeof outcome === "string") return undefined;
  const { attempt_no: attemptNo, merchant_id: merchantId } = intent.metadata ?? {};
  return {
    subject: "payment",
    orderNo: intent.merchant_order_id ?? null,
    attemptNo: textOf(attemptNo),
    merchantId: textOf(merchantId),
    upstreamSeq: null,
    outcome,
  };
}
