import { orderLifecycle } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { attemptLifecycle } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import type { OutcomeSource, ReportedStatus } from "../src/modules/payments/order-outcome/index.ts";
import type { AttemptFacts, OrderFacts } from "../src/modules/payments/order-outcome/order-outcome.policy.ts";
import { judgeOutcome } from "../src/modules/payments/order-outcome/order-verdict.policy.ts";

/** An automatic order under way. */
export const orderFacts = (parts: Partial<OrderFacts> = {}): OrderFacts => ({
  phase: "pending",
  isPaidLate: false,
  isManualCapture: false,
  captured: usd(0),
  attemptCount: 1,
  maxAttempts: 5,
  isExpired: false,
  lateSuccess: "accept",
  nextAttempt: null,
  ...parts,
});

/** Its attempt, sent and not answered. */
export const attemptFacts = (parts: Partial<AttemptFacts> = {}): AttemptFacts => ({
  status: "submitting",
  amount: usd(100_00),
  captured: usd(0),
  capture: null,
  refused: null,
  refusedBesides: null,
  queryCount: 0,
  isCurrent: true,
  isOtherPayment: false,
  isOtherAmount: false,
  ...parts,
});

/** Where an order and its attempt stand after a verdict, with what was booked until then. */
export function follow(facts: OrderFacts, tried: AttemptFacts, gatewayStatus: ReportedStatus, source: OutcomeSource) {
  const verdict = judgeOutcome(facts, tried, gatewayStatus, source);
  const phase = verdict.order ? orderLifecycle.actions[verdict.order].to : facts.phase;
  const status = verdict.attempt ? attemptLifecycle.actions[verdict.attempt].to : tried.status;
  const isTaken =
    gatewayStatus.kind === "captured" &&
    (verdict.attempt === "capture" || verdict.effects.some((effect) => effect.do === "due" && !tried.isOtherPayment));
  const booked = verdict.effects.reduce(
    (sum, effect) => (effect.do === "book" ? sum + effect.amount.amountMinor : sum),
    0n,
  );
  return {
    verdict,
    order: { ...facts, phase, captured: usd(Number(facts.captured.amountMinor + booked)) },
    attempt: { ...tried, status, captured: isTaken ? gatewayStatus.captured : tried.captured },
  };
}
