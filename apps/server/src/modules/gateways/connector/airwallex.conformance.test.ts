import { createHmac } from "node:crypto";
import { formatDecimal } from "@countinghouse/money/decimal-amount.ts";
import type { Money } from "@countinghouse/money/money.ts";
import {
  connectorConformance,
  declinesByResponse,
  type Known,
  type ProviderWire,
  type WireAnswer,
  type WireRequest,
} from "../../../../test/conformance/connector-conformance.ts";
import { airwallexConnector } from "./airwallex.connector.ts";

const at = "2026-06-01T00:00:00+0000";
const root = "/api/v1/pa";
const no = (status: number, code: string, rest: object = {}): WireAnswer => ({
  status,
  body: { code, message: "No.", trace_id: "trc_1", ...rest },
});

/** Amounts are JSON numbers of major units, whatever their size. */
const text = (object: object): string => JSON.stringify(object).replaceAll(/"#([\d.]+)#"/g, "$1");
const major = (amount: Money): string => `#${formatDecimal(amount)}#`;

const intentStatus = {
  captured: "SUCCEEDED",
  authorized: "REQUIRES_CAPTURE",
  pending: "PENDING",
  action_required: "REQUIRES_CUSTOMER_ACTION",
  voided: "CANCELLED",
} as const;

/** An intent as one that is asked for by its id: its attempt names no currency. */
const intentOf = ({ payment }: Known): object | undefined =>
  payment && {
    id: "int_1",
    merchant_order_id: payment.call.orderNo,
    amount: major(payment.call.amount),
    captured_amount: major(payment.captured),
    currency: payment.call.amount.currency,
    status: intentStatus[payment.state],
    metadata: { attempt_no: payment.call.attemptNo, merchant_id: payment.call.merchantId },
    latest_payment_attempt: {
      id: "att_1",
      payment_intent_id: "int_1",
      amount: major(payment.call.amount),
      captured_amount: 0,
      refunded_amount: 0,
      status: "AUTHORIZED",
      provider_original_response_code: "00",
    },
    ...(payment.state === "action_required" && { next_action: { type: "redirect", url: "https://wallet.example/1" } }),
    updated_at: at,
  };

const refundStatus = { pending: "RECEIVED", succeeded: "SETTLED", failed: "FAILED" } as const;

const refundOf = ({ refund }: Known): object | undefined =>
  refund && {
    id: "rfd_1",
    request_id: refund.call.refundNo,
    payment_intent_id: "int_1",
    payment_attempt_id: "att_1",
    amount: major(refund.call.amount),
    currency: refund.call.amount.currency,
    status: refundStatus[refund.state],
    updated_at: at,
  };

const asks: ProviderWire["asks"] = ({ method, path }) => {
  if (path.endsWith("/login") || path.endsWith("/payment_intents/create")) return null;
  if (path.startsWith(`${root}/refunds`)) return method === "POST" ? "refund" : "queryRefund";
  if (path.endsWith("/confirm")) return "pay";
  if (path.endsWith("/capture")) return "capture";
  if (path.endsWith("/cancel")) return "void";
  return path.endsWith("?page_size=1") ? "test" : "query";
};

/** Lists name the latest attempt of an intent and tell no more of it. */
const listedIntent = (one: object) => ({ ...one, latest_payment_attempt: { id: "att_1" } });

function answer(request: WireRequest, known: Known): WireAnswer {
  const { path, text: sent } = request;
  if (path.endsWith("/login"))
    return { status: 201, body: { token: "token_of_this_session", expires_at: "2099-01-01T00:00:00+0000" } };
  if (path.endsWith("/create") && path.includes("payment_intents")) {
    const { currency } = JSON.parse(sent) as { readonly currency: string };
    const amount = /"amount":([\d.]+)/.exec(sent)?.[1];
    const created = { id: "int_1", amount: `#${amount}#`, currency, status: "REQUIRES_PAYMENT_METHOD" };
    return { status: 201, body: text(created) };
  }
  const isRefund = path.startsWith(`${root}/refunds`);
  const one = isRefund ? refundOf(known) : intentOf(known);
  if (path.includes("?"))
    return {
      status: 200,
      body: text({ has_more: false, items: one ? [isRefund ? one : listedIntent(one)] : [] }),
    };
  return one ? { status: 200, body: text(one) } : no(404, "resource_not_found");
}

connectorConformance({
  connector: airwallexConnector,
  credentials: { clientId: "client_conformance", apiKey: "key_conformance" },
  units: "major",
  asks,
  sent: ({ text }) => ({
    amount: /"amount":([\d.]+)/.exec(text)?.[1] ?? "",
    key: String((JSON.parse(text) as { readonly request_id: string }).request_id),
  }),
  answer,
  declines: {
    ...declinesByResponse((response) => no(400, "issuer_declined", { provider_original_response_code: response })),
    risk_declined_upstream: no(400, "risk_declined"),
    authentication_failed: no(400, "authentication_declined"),
    card_not_supported: no(400, "card_brand_not_supported"),
  },
  refusals: {
    invalid: no(400, "validation_error"),
    duplicate: no(400, "duplicate_request"),
    refund: no(400, "provider_balance_insufficient"),
  },
  notification: (known, { secret, at: instant }) => {
    const object = known.refund ? refundOf(known) : intentOf(known);
    const name = known.refund ? "refund.settled" : "payment_intent.updated";
    const body = text({ id: "evt_1", name, account_id: "acct_1", data: { object }, created_at: at });
    const timestamp = String(instant.getTime());
    const signature = createHmac("sha256", secret).update(`${timestamp}${body}`).digest("hex");
    return { headers: { "x-timestamp": timestamp, "x-signature": signature }, body };
  },
});
