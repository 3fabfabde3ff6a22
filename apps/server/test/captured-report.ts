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

/** What a gateway answered that refused a call. */
export const refusedCall = {
  kind: "error",
  code: "processor_error",
  upstreamCode: "E42",
  upstreamMessage: "Try later",
  retryAfter: null,
  upstreamIntentId: null,
  exchanges: [
    {
      operation: "capture",
      url: "https://gateway.example/v1/capture",
      httpMethod: "POST",
      httpStatus: 400,
      latencyMs: 12,
      requestHeaders: {},
      requestBody: null,
      responseHeaders: {},
      responseBody: null,
      idempotencyKey: null,
      upstreamRequestId: null,
      result: "error",
      startedAt: "2026-06-01T00:00:00.000Z",
    },
  ],
} as const;
