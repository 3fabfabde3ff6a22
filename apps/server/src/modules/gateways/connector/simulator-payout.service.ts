import { fromGatewayUnits } from "@countinghouse/money/gateway-units.ts";
import { judged, notProcessed, unlessMoneyError } from "./answer.wire.ts";
import type { GatewayAccountForCalls, PayoutConnector } from "./connector.port.ts";
import type { GatewayReply } from "./gateway-call.service.ts";
import type { GatewayExchange, PayoutRefused, PayoutReport } from "./outcome.port.ts";
import { NativeAccountCheck, NativeBalance, NativeFault, NativePayout, nativePayoutReport } from "./simulator.wire.ts";
import { call, failureOf, listedOr, unanswered, unitsOf } from "./simulator-call.service.ts";

function payoutIn(account: GatewayAccountForCalls, json: unknown, exchange: GatewayExchange): PayoutReport | undefined {
  const parsed = NativePayout.safeParse(json);
  if (!parsed.success) return undefined;
  const result = parsed.data.status === "failed" ? "declined" : "success";
  return unlessMoneyError(() => nativePayoutReport(parsed.data, account.exponentOverrides, judged(exchange, result)));
}

/** The simulator's one definite refusal of a payout: insufficient balance. */
function refusedPayout(answer: GatewayReply): PayoutRefused | undefined {
  const fault = answer.kind === "answered" ? NativeFault.safeParse(answer.json).data?.error : undefined;
  if (fault?.code !== "insufficient_balance") return undefined;
  const exchanges = judged(answer.exchange, "declined");
  return { kind: "refused", upstreamCode: fault.code, upstreamMessage: fault.message, exchanges };
}

/** Payout operations of the simulator. */
export const simulatorPayouts: PayoutConnector = {
  send: async (account, { payoutNo, amount: asked, beneficiary }) => {
    const amount = unitsOf(account, asked);
    if (amount === undefined) return notProcessed("amount_not_representable", []);
    const answer = await call(account, {
      operation: "payout",
      method: "POST",
      path: "/v1/payouts",
      idempotencyKey: payoutNo,
      hidden: [beneficiary.number],
      body: { reference: payoutNo, amount, currency: asked.currency, beneficiary: beneficiary.number },
    });
    const isAnswered = answer.kind === "answered" && answer.status === 200;
    return (
      (isAnswered && payoutIn(account, answer.json, answer.exchange)) || refusedPayout(answer) || failureOf(answer)
    );
  },
  query: async (account, { payoutNo, providerReference }) => {
    const isList = providerReference === null;
    const path = isList ? `?reference=${encodeURIComponent(payoutNo)}` : `/${encodeURIComponent(providerReference)}`;
    const answer = await call(account, {
      operation: "query",
      method: "GET",
      path: `/v1/payouts${path}`,
      body: null,
      idempotencyKey: null,
    });
    const found = listedOr(answer, isList);
    if (found === "none") return { kind: "not_found", exchanges: judged(answer.exchange, "success") };
    return payoutIn(account, found, answer.exchange) ?? unanswered(answer);
  },
  balance: async (account, currency) => {
    const answer = await call(account, {
      operation: "query",
      method: "GET",
      path: `/v1/balance?currency=${currency}`,
      body: null,
      idempotencyKey: null,
    });
    const told =
      answer.kind === "answered" && answer.status === 200 ? NativeBalance.safeParse(answer.json).data : undefined;
    if (told?.currency !== currency) return unanswered(answer);
    const exchanges = judged(answer.exchange, "success");
    const { available } = told;
    if (available === null) return { kind: "held", available, exchanges };
    const amount = unlessMoneyError(() => fromGatewayUnits(BigInt(available), currency, account.exponentOverrides));
    return amount ? { kind: "held", available: amount, exchanges } : unanswered(answer);
  },
  checkAccount: async (account, { number, holderName }) => {
    const answer = await call(account, {
      operation: "query",
      method: "POST",
      path: "/v1/account-checks",
      idempotencyKey: null,
      hidden: [number],
      body: { beneficiary: number, name: holderName },
    });
    const isAnswered = answer.kind === "answered" && answer.status === 200;
    const told = isAnswered ? NativeAccountCheck.safeParse(answer.json).data : undefined;
    if (!told) return unanswered(answer);
    return { kind: "checked", result: told.result, exchanges: judged(answer.exchange, "success") };
  },
};
