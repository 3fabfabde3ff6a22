import type { Money } from "@countinghouse/money/money.ts";
import {
  type DeclineFacts,
  noFacts,
  type PaymentFacts,
  type PaymentOutcome,
} from "../modules/gateways/connector/index.ts";

/** How a payment of the demonstration goes. */
export type DemoEnding =
  | { readonly kind: "captured" | "authorized" | "left" }
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

/** What a gateway says to a payment of the demonstration, in the very words a connector uses. */
export function outcomeOf(ending: DemoEnding, { attemptNo, amount }: Asked, country: string | null): PaymentOutcome {
  const facts: PaymentFacts = {
    ...noFacts,
    upstreamAttemptId: `pay_${attemptNo.slice(2)}`,
    transactionNo: `pay_${attemptNo.slice(2)}`,
    amount,
    card: { brand: null, bin: null, last4: null, country, fingerprint: null },
  };
  const told = { ...facts, exchanges: [] };
  switch (ending.kind) {
    case "captured":
      return { ...told, kind: "captured", capturedAmount: amount };
    case "declined": {
      const upstream = { upstreamCode: null, upstreamMessage: null, adviceCode: null, retryAfter: null };
      return { ...told, kind: "declined", decline: { code: ending.code, category: "generic", ...upstream } };
    }
    case "left":
      return { ...told, kind: "action_required", action: { type: "3ds", url: null, data: null, expiresAt: null } };
    case "authorized":
      return { ...told, kind: "authorized", capturedAmount: null };
  }
}
