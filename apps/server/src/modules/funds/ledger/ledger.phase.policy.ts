import { columnDifferences, rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";

/** An order's phase, with the states of its attempts. */
export interface OrderPhaseFacts {
  readonly id: string;
  readonly status: string;
  readonly awaitingReason: string | null;
  readonly capturedAmount: string;
  readonly attemptCount: number;
  readonly attempts: readonly string[];
  /** Whether unapplied money of the order is neither returned nor applied. */
  readonly hasOpenDue: boolean;
}

/**
 * For each phase that follows from an attempt, the states that one attempt must have. An order with unapplied captured
 * money is pending too, until that is returned or applied.
 */
const asked: Readonly<Record<string, readonly string[]>> = {
  paid: ["captured"],
  "awaiting.capture": ["authorized"],
  "awaiting.authentication": ["authentication_pending"],
  pending: ["initiated", "submitting", "unknown", "authentication_pending", "authorized", "capture_pending"],
};

/** Phases in which an order may have money. */
const withMoney: readonly string[] = ["paid", "pending", "awaiting.capture"];

/** Differences between orders' phases and their attempts. */
export function phaseFindings(orders: readonly OrderPhaseFacts[]): Finding[] {
  return orders.flatMap(({ id, status, awaitingReason, capturedAmount, attemptCount, attempts, hasOpenDue }) => {
    const place = { law: "order_booked", table: "coin_orders", key: id } as const;
    const phase = status === "awaiting" ? `awaiting.${awaitingReason}` : status;
    const states = asked[phase];
    const waitsForDue = phase === "pending" && hasOpenDue && attempts.includes("captured");
    const isFounded = !states || waitsForDue || attempts.some((state) => states.includes(state));
    const isMoneyless = capturedAmount === "0" || withMoney.includes(phase);
    return [
      ...columnDifferences(place, { attempt_count: [attempts.length, attemptCount] }),
      ...(isFounded && isMoneyless ? [] : [rowFinding(place, "status", [attempts.toSorted().join(" "), phase])]),
    ];
  });
}
