import { columnDifferences, missingFinding, rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { OrderFigures, StoredCaptureFigures } from "./ledger.order.policy.ts";

/** What an attempt says of its money, in minor units, with what of it went to unapplied payments instead. */
export interface AttemptFigures {
  readonly id: string;
  readonly orderId: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly capturedAmount: string;
  readonly agreement: unknown;
  readonly cardCountry: string | null;
  /** What unapplied payments of the attempt came to in its currency, and what of them was applied to the order. */
  readonly dueAmount: string;
  readonly appliedAmount: string;
}

/** States in which an attempt has no captured money, unless an unapplied payment of it was applied. */
const withoutMoney: readonly string[] = ["initiated", "authentication_pending", "submitting", "declined", "error"];

/**
 * What the attempts of an order say otherwise than its captures: every capture has its attempt, an attempt took what its
 * captures come to, and an order asks for what the attempt that was captured asked for. Money that was not applied may be
 * counted with the attempt or beside it, so that it only widens what the attempt may say.
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
