import { createHmac } from "node:crypto";
import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import type { Money } from "@countinghouse/money/money.ts";
import {
  connectorConformance,
  type Known,
  type ProviderWire,
  type WireAnswer,
  type WireRequest,
} from "../../../../test/conformance/connector-conformance.ts";
import { simulatorConnector } from "./simulator.connector.ts";

const at = "2026-06-01T00:00:00.000Z";
const no = (status: number, code: string): WireAnswer => ({ status, body: { error: { code, message: "No." } } });

/** Amounts are sent as a JSON number of minor units, whatever its size. */
const text = (object: object): string => JSON.stringify(object).replaceAll(/"#(\d+)#"/g, "$1");
const units = ({ amountMinor }: Money): string => `#${amountMinor}#`;

const blank = { card: null, declineCode: null, issuerCode: null, threeDs: null, checks: null, nextAction: null };
const redirect = { type: "redirect", url: "https://wallet.example/1", data: "", expireTime: at };

const paymentOf = ({ payment }: Known): object | undefined =>
  payment && {
    ...blank,
    object: "payment",
    id: "pay_1",
    reference: payment.call.orderNo,
    attempt: payment.call.attemptNo,
    status: payment.state === "action_required" ? "requires_action" : payment.state,
    amount: units(payment.call.amount),
    capturedAmount: units(payment.captured),
    refundedAmount: 0,
    currency: payment.call.amount.currency,
    nextAction: payment.state === "action_required" ? redirect : null,
    sequence: 1,
    updateTime: at,
  };

const refundOf = ({ refund }: Known): object | undefined =>
  refund && {
    object: "refund",
    id: "rfd_1",
    paymentId: "pay_1",
    reference: refund.call.refundNo,
    status: refund.state === "pending" ? "processing" : refund.state,
    amount: units(refund.call.amount),
    currency: refund.call.amount.currency,
    failureCode: refund.state === "failed" ? "card_closed" : null,
    acquirerReference: null,
    sequence: 1,
    updateTime: at,
  };

const asks: ProviderWire["asks"] = ({ method, path }) => {
  if (path === "/v1/settlements") return "test";
  if (path.startsWith("/v1/refunds")) return method === "POST" ? "refund" : "queryRefund";
  if (path.endsWith("/capture")) return "capture";
  if (path.endsWith("/void")) return "void";
  return method === "POST" ? "pay" : "query";
};

/** Of a list, what bears the number that was asked for. */
const listed = (one: object | undefined, number: string | null, path: string): WireAnswer => {
  const asked = [...new URLSearchParams(path.split("?")[1]).values()].at(-1);
  return { status: 200, body: text({ data: one && asked === number ? [one] : [] }) };
};

function answer(request: WireRequest, known: Known): WireAnswer {
  const asked = asks(request);
  if (asked === "test") return { status: 200, body: { data: [] } };
  const isRefund = asked === "refund" || asked === "queryRefund";
  const one = isRefund ? refundOf(known) : paymentOf(known);
  const number = (isRefund ? known.refund?.call.refundNo : known.payment?.call.attemptNo) ?? null;
  if (request.path.includes("?")) return listed(one, number, request.path);
  return one ? { status: 200, body: text(one) } : no(404, "not_found");
}

const declinedPayment = (declineCode: string): WireAnswer => ({
  status: 200,
  body: {
    ...blank,
    object: "payment",
    id: "pay_1",
    reference: "OR-1",
    status: "declined",
    amount: 10_000,
    capturedAmount: 0,
    refundedAmount: 0,
    currency: "USD",
    declineCode,
    sequence: 1,
    updateTime: at,
  },
});

connectorConformance({
  connector: simulatorConnector,
  credentials: { apiKey: "sk_conformance_key" },
  units: "minor",
  asks,
  sent: ({ text, headers }) => ({
    amount: /"amount":(\d+)/.exec(text)?.[1] ?? "",
    key: String(headers["idempotency-key"]),
  }),
  answer,
  declines: Object.fromEntries(
    DeclineCode.members.map(({ value }) => [value, declinedPayment(value)]),
  ) as ProviderWire["declines"],
  refusals: {
    invalid: no(400, "validation_error"),
    duplicate: no(409, "idempotency_conflict"),
    refund: no(402, "provider_balance_insufficient"),
  },
  notification: (known, { secret, at: instant }) => {
    const object = known.refund ? refundOf(known) : paymentOf(known);
    const body = text({
      id: "evt_1",
      type: "payment.changed",
      createdAt: at,
      objectNo: "pay_1",
      objectSeq: 1,
      data: { object },
    });
    const seconds = Math.floor(instant.getTime() / 1_000);
    const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    return { headers: { "x-webhook-signature": `t=${seconds},v1=${signature}` }, body };
  },
});
