import type { Money } from "@countinghouse/money/money.ts";

/** What a gateway says of a payment that it took, as far as anything follows from it. */
export const capturedReport = (amount: Money, at: Date) =>
  ({
    kind: "captured",
    upstreamIntentId: null,
    upstreamAttemptId: null,
    transactionNo: null,
    amount,
    capturedAmount: amount,
    refundedAmount: null,
    captures: null,
    credential: null,
    arn: null,
    authCode: null,
    avs: null,
    cvc: null,
    threeDs: null,
    card: null,
    occurredAt: at.toISOString(),
    exchanges: [],
  }) as const;
