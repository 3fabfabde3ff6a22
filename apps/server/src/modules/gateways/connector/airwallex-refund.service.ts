import { AirwallexRefund, airwallexRefundReport } from "./airwallex.wire.ts";
import { writeAmount, writeExact } from "./airwallex-amounts.wire.ts";
import {
  airwallexBodyOf,
  airwallexFailureOf,
  airwallexUnanswered,
  exchangesOf,
  faultOf,
  getFromAirwallex,
  isMissing,
  pageOf,
} from "./airwallex-answer.service.ts";
import { callAirwallex } from "./airwallex-session.service.ts";
import { messageOf, notProcessed, unknownOutcome, unlessMoneyError } from "./answer.wire.ts";
import type { Connector } from "./connector.port.ts";

const refunds = "/api/v1/pa/refunds";
const within = encodeURIComponent;

/** Refusals of a refund because of funds or the payment's state: the gateway repeats them for the same key. */
const refundRefusals = [
  "provider_balance_insufficient",
  "refund_amount_exceeded",
  "amount_above_limit",
  "insufficient_balance",
  "invalid_status_for_operation",
];

/** Sends a refund. Its number is the idempotency key. */
export const sendRefundToAirwallex: Connector["refund"] = async (account, asked) => {
  const text = unlessMoneyError(() => writeAmount(asked.amount, account.exponentOverrides));
  if (text === undefined) return notProcessed("amount_not_representable", []);
  const { upstreamAttemptId, upstreamIntentId, refundNo, reason } = asked;
  const body = {
    request_id: refundNo,
    ...(upstreamIntentId === null
      ? { payment_attempt_id: upstreamAttemptId ?? "" }
      : { payment_intent_id: upstreamIntentId }),
    ...(reason === null ? {} : { reason: reason.slice(0, 128) }),
  };
  const answered = await callAirwallex(account, {
    operation: "refund",
    method: "POST",
    path: `${refunds}/create`,
    idempotencyKey: refundNo,
    body: writeExact(body, text),
  });
  const parsed = AirwallexRefund.safeParse(airwallexBodyOf(answered));
  const report =
    parsed.success && unlessMoneyError(() => airwallexRefundReport(parsed.data, exchangesOf(answered, "success")));
  if (report) return report;
  const fault = faultOf(answered);
  if (!fault || !refundRefusals.includes(fault.code)) return airwallexFailureOf(answered);
  return {
    kind: "refused",
    upstreamCode: fault.code,
    upstreamMessage: messageOf(fault.message),
    exchanges: exchangesOf(answered, "declined"),
  };
};

/** Queries a refund: by the gateway's id, else by our number among the payment's refunds. */
export const queryRefund: Connector["queryRefund"] = async (account, reference) => {
  const { upstreamIntentId, upstreamAttemptId, refundNo, upstreamRefundId } = reference;
  const isKnown = upstreamRefundId !== null;
  const payment =
    upstreamIntentId === null
      ? `payment_attempt_id=${within(upstreamAttemptId ?? "")}`
      : `payment_intent_id=${within(upstreamIntentId)}`;
  const listed = `${refunds}?${payment}&page_size=100`;
  const asked = await getFromAirwallex(account, isKnown ? `${refunds}/${within(upstreamRefundId)}` : listed);
  if (isMissing(asked)) return { kind: "not_found", exchanges: exchangesOf(asked, "success") };
  const body = airwallexBodyOf(asked);
  const page = isKnown ? { items: [body], hasMore: false } : pageOf(body);
  if (body === undefined || !page) return airwallexUnanswered(asked);
  const read = page.items.map((one) => AirwallexRefund.safeParse(one));
  const found = read.find(({ data }) => data && (isKnown || data.request_id === refundNo))?.data;
  // Our refund may be an unreadable entry, or stand on another page.
  const isAbsent = !found && !page.hasMore && read.every(({ success }) => success);
  if (isAbsent) return { kind: "not_found", exchanges: exchangesOf(asked, "success") };
  const report = found && unlessMoneyError(() => airwallexRefundReport(found, exchangesOf(asked, "success")));
  return report ?? unknownOutcome("garbage", exchangesOf(asked, "error"));
};
