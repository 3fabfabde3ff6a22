import { columnDifferences, missingFinding, rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { OrderFigures, StoredCaptureFigures } from "./ledger.order.policy.ts";

/** Amounts of an attempt in minor units, with the part that went to unapplied payments. */
export interface AttemptFigures {
  readonly id: string;
  readonly orderId: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly capturedAmount: string;
  readonly agreement: unknown;
  readonly cardCountry: string | null;
  /** Unapplied payments of the attempt in its currency, and the part applied to the order. */
  readonly dueAmount: string;
  readonly appliedAmount: string;
}

/** States in which an attempt has no captured money, unless an unapplied payment of it was applied. */
const withoutMoney: readonly string[] = ["initiated", "authentication_pending", "submitting", "declined", "error"];

/**
 * Differences between an order's attempts and captures: every capture has its attempt, an attempt's captured amount
 * equals its captures, and an order's amount equals that of its captured attempt. Unapplied money may be counted with
 * the attempt or beside it, so it only widens the accepted range.
 */
export function attemptFindings(
  order: OrderFigures,
  captures: readonly StoredCaptureFigures[],
  attempts: readonly AttemptFigures[],
): Finding[] {
  const known = new Set(attempts.map(({ id }) => id));
  const absent = new Set(captures.flatMap(({ attemptId }) => (known.has(attemptId) ? [] : [attemptId])));
  return [
    ...[...absent].map((key) => missingFinding({ law: "order_booked", table: "payment_attempts", key })),
    ...attempts.flatMap((attempt) => ownFindings(order, captures, attempt)),
  ];
}

function ownFindings(
  order: OrderFigures,
  captures: readonly StoredCaptureFigures[],
  attempt: AttemptFigures,
): Finding[] {
  const place = { law: "order_booked", table: "payment_attempts", key: attempt.id } as const;
  const own = captures.filter(({ attemptId }) => attemptId === attempt.id);
  const taken = own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const said = BigInt(attempt.capturedAmount);
  const isSound = said >= taken - BigInt(attempt.appliedAmount) && said <= taken + BigInt(attempt.dueAmount);
  const hasMoney = taken > BigInt(attempt.appliedAmount);
  return [
    ...(isSound ? [] : [rowFinding(place, "captured_amount", [taken, said])]),
    ...(hasMoney && withoutMoney.includes(attempt.status)
      ? [rowFinding(place, "status", ["captured", attempt.status])]
      : []),
    ...(hasMoney
      ? columnDifferences(
          { ...place, table: "coin_orders", key: order.id },
          { amount: [attempt.amount, order.amount], currency: [attempt.currency, order.currency] },
        )
      : []),
  ];
}
