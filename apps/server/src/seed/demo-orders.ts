import type { Money } from "@countinghouse/money/money.ts";
import type { Connector, DeclineFacts, PaymentFacts, PaymentOutcome } from "../modules/gateways/connector/index.ts";

/** How a payment of the demonstration goes. */
export type DemoEnding =
  | { readonly kind: "captured" | "authorized" | "pending" | "left" }
  | { readonly kind: "declined"; readonly code: DeclineFacts["code"] };

/** A card of the demonstration: a test number, its scheme and where it was issued. */
export interface DemoCard {
  readonly number: string;
  readonly country: string;
}

/** Test numbers, the more often the more of them are used. */
export const demoCards: readonly DemoCard[] = [
  { number: "4008400010000004", country: "US" },
  { number: "4008260010000002", country: "GB" },
  { number: "5208400010000009", country: "US" },
  { number: "5208260010000007", country: "GB" },
  { number: "4001560010000002", country: "CN" },
  { number: "4003440010000005", country: "HK" },
  { number: "4007020010000001", country: "SG" },
  { number: "4002760010000007", country: "DE" },
  { number: "370840001000000", country: "US" },
  { number: "3503920010000003", country: "JP" },
  { number: "6201560010000005", country: "CN" },
];

/** Why payments are declined, the more often the more of it there is. */
export const demoDeclines: readonly DeclineFacts["code"][] = [
  "insufficient_funds",
  "insufficient_funds",
  "insufficient_funds",
  "do_not_honor",
  "do_not_honor",
  "expired_card",
  "invalid_cvc",
  "exceeds_limit",
  "issuer_unavailable",
  "suspected_fraud",
  "authentication_failed",
];

/** Payers that do not exist, at addresses that are kept for examples. */
export const demoPayers: readonly (readonly [name: string, email: string, country: string])[] = [
  ["Grace Howard", "grace.howard@example.com", "GB"],
  ["Liam Baker", "liam@example.org", "US"],
  ["陈思远", "siyuan.chen@example.com", "CN"],
  ["林佳穎", "jiaying@example.net", "TW"],
  ["Sofia Weber", "s.weber@example.org", "DE"],
  ["佐藤葵", "aoi.sato@example.com", "JP"],
  ["Noah Tan", "noah.tan@example.net", "SG"],
  ["Camille Laurent", "camille@example.org", "FR"],
  ["黄志明", "zhiming.wong@example.com", "HK"],
  ["Olivia Martin", "olivia.martin@example.com", "US"],
];

const nothingTold: PaymentFacts = {
  upstreamIntentId: null,
  upstreamAttemptId: null,
  transactionNo: null,
  amount: null,
  capturedAmount: null,
  captures: null,
  refundedAmount: null,
  arn: null,
  credential: null,
  authCode: null,
  avs: null,
  cvc: null,
  threeDs: null,
  card: null,
  occurredAt: null,
};

interface Asked {
  readonly attemptNo: string;
  readonly amount: Money;
}

/**
 * Stands in for the gateways while the history of the demonstration is made: it answers what the plan says, in the
 * very words a connector uses, so that the history comes about by the same steps as every other.
 */
export function demoConnector(endingOf: () => DemoEnding, country: () => string | null): Connector {
  const facts = ({ attemptNo, amount }: Asked): PaymentFacts => ({
    ...nothingTold,
    upstreamAttemptId: `pay_${attemptNo.slice(2)}`,
    transactionNo: `pay_${attemptNo.slice(2)}`,
    amount,
    card: { brand: null, bin: null, last4: null, country: country(), fingerprint: null },
  });
  const exchanges: readonly never[] = [];
  const pay = async (_account: unknown, call: Asked): Promise<PaymentOutcome> => {
    const ending = endingOf();
    const told = { ...facts(call), exchanges };
    if (ending.kind === "captured") return { ...told, kind: "captured", capturedAmount: call.amount };
    if (ending.kind === "declined") {
      const upstream = { upstreamCode: null, upstreamMessage: null, adviceCode: null, retryAfter: null };
      return { ...told, kind: "declined", decline: { code: ending.code, category: "generic", ...upstream } };
    }
    if (ending.kind === "left")
      return { ...told, kind: "action_required", action: { type: "3ds", url: null, data: null, expiresAt: null } };
    return { ...told, kind: ending.kind };
  };
  const capture = async (_account: unknown, call: Asked): Promise<PaymentOutcome> => ({
    ...facts(call),
    exchanges,
    kind: "captured",
    capturedAmount: call.amount,
  });
  return { pay, capture } as unknown as Connector;
}
