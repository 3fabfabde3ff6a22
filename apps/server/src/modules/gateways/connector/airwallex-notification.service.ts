import { createHmac, timingSafeEqual } from "node:crypto";
import {
  AirwallexAttempt,
  AirwallexEvent,
  AirwallexIntent,
  AirwallexRefund,
  airwallexRefundReport,
  attemptReport,
  intentReport,
  readExact,
  readInstant,
} from "./airwallex.wire.ts";
import type {
  GatewayAccountForCalls,
  IncomingNotification,
  NotificationFact,
  NotificationReading,
} from "./connector.port.ts";

const toleranceMs = 5 * 60_000;

/** A live proof is good for five minutes either way. A test account's clock may be moved, so there age says nothing. */
function isProven(
  { mode, webhookSecret }: GatewayAccountForCalls,
  { headers, rawBody, now }: IncomingNotification,
): boolean {
  const { "x-timestamp": timestamp, "x-signature": signature } = headers;
  if (typeof timestamp !== "string" || typeof signature !== "string" || !webhookSecret) return false;
  if (!/^\d{1,16}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return false;
  if (mode === "live" && Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return false;
  const expected = createHmac("sha256", webhookSecret).update(timestamp).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}

/** Proves and reads a notification; one that nobody can read is not worth an exception. */
export function readAirwallexNotification(
  account: GatewayAccountForCalls,
  incoming: IncomingNotification,
): NotificationReading {
  if (!incoming.isProven && !isProven(account, incoming)) return "invalid_signature";
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(incoming.rawBody);
    const { id, name, created_at, data } = AirwallexEvent.parse(readExact(text));
    const { object } = data;
    const occurredAt = readInstant(created_at) ?? readInstant(object.updated_at) ?? readInstant(object.created_at);
    if (occurredAt === null) return "unparsable";
    return { eventId: id, eventType: name, occurredAt, facts: [factOf(name, object)] };
  } catch {
    return "unparsable";
  }
}

function factOf(name: string, object: { readonly id: string }): NotificationFact {
  const other: NotificationFact = { subject: "other", objectType: name.split(".")[0] ?? "", upstreamId: object.id };
  if (/^refund\./.test(name)) {
    const refunded = AirwallexRefund.parse(object);
    const outcome = airwallexRefundReport(refunded, []);
    return { subject: "refund", refundNo: refunded.request_id ?? null, upstreamSeq: null, outcome };
  }
  if (!/^payment_(intent|attempt)\./.test(name)) return other;
  const attempt = AirwallexAttempt.safeParse(object);
  if (attempt.success) {
    const outcome = attemptReport(attempt.data, []);
    const orderNo = attempt.data.merchant_order_id ?? null;
    // Nothing of an attempt names the merchant: its intent's own event does, and tells the same.
    const named = { orderNo, attemptNo: null, merchantId: null };
    return outcome ? { subject: "payment", ...named, upstreamSeq: null, outcome } : other;
  }
  const intent = AirwallexIntent.parse(object);
  const outcome = intentReport(intent, []);
  const { attempt_no: attemptNo, merchant_id: merchantId } = intent.metadata ?? {};
  return outcome
    ? {
        subject: "payment",
        orderNo: intent.merchant_order_id ?? null,
        attemptNo: typeof attemptNo === "string" ? attemptNo : null,
        merchantId: typeof merchantId === "string" ? merchantId : null,
        upstreamSeq: null,
        outcome,
      }
    : other;
}
