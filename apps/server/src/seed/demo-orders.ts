import type { Money } from "@countinghouse/money/money.ts";
import {
  type Connector,
  type DeclineFacts,
  noFacts,
  type PaymentFacts,
  type PaymentOutcome,
  type RefundOutcome,
} from "../modules/gateways/connector/index.ts";

/** How a payment of the demonstration goes. */
export type DemoEnding =
  | { readonly kind: "captured" | "authorized" | "pending" | "left" }
  | { readonly kind: "declined"; readonly code: DeclineFacts["code"] };

const repeat = (code: DeclineFacts["code"], times: number): DeclineFacts["code"][] =>
  Array.from({ length: times }, () => code);

/** Why payments are declined, the more often the more of it there is. */
export const demoDeclines: readonly DeclineFacts["code"][] = [
  ...repeat("insufficient_funds", 34),
  ...repeat("do_not_honor", 22),
  ...repeat("authentication_failed", 9),
  ...repeat("exceeds_limit", 8),
  ...repeat("expired_card", 7),
  ...repeat("invalid_cvc", 6),
  ...repeat("issuer_unavailable", 6),
  ...repeat("suspected_fraud", 5),
  ...repeat("stolen_card", 3),
];

interface Asked {
  readonly attemptNo: string;
  readonly amount: Money;
}

interface RefundCall {
  readonly refundNo: string;
  readonly amount: Money;
}

/**
 * Stands in for the gateways while the history of the demonstration is made: it answers what the plan says, in the
 * very words a connector uses, so that the history comes about by the same steps as every other.
 */
export function demoConnector(endingOf: () => DemoEnding, country: () => string | null): Connector {
  const facts = ({ attemptNo, amount }: Asked): PaymentFacts => ({
    ...noFacts,
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
  const refund = async (_account: unknown, call: RefundCall): Promise<RefundOutcome> => ({
    exchanges,
    kind: "succeeded",
    upstreamRefundId: `re_${call.refundNo.slice(2)}`,
    upstreamAttemptId: null,
    amount: call.amount,
    arn: null,
    failureCode: null,
    occurredAt: null,
  });
  return { pay, capture, refund } as unknown as Connector;
}
