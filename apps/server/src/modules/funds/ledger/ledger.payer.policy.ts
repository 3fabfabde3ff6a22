import { payerFunds } from "@countinghouse/ledger/account.ts";
import { balanceOf } from "@countinghouse/ledger/balance.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { columnDifferences, missingFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";

/** A stored unapplied payment. */
export interface DueFacts {
  readonly id: string;
  readonly gatewayAccountId: string;
  readonly currency: string;
  readonly heldAmount: string;
  readonly bookedAmount: string;
  readonly orderId: string;
  readonly kind: string;
  readonly status: string;
  readonly decideUserId: number | null;
}

interface Booked {
  readonly held: bigint;
  readonly applied: bigint;
  /** The order that the money was booked under. */
  readonly orderId: string | null;
}

/** Amounts that journals put into and took out of payers' accounts, by payment and account. */
export type PayerMoney = Map<string, Booked>;

const nothing: Booked = { held: 0n, applied: 0n, orderId: null };

const nameOf = (dueId: string, account: string): string => `${dueId} ${account}`;

/** Adds a range of journals. A reversal counts for the record of the reversed journal. */
export function addPayerMoney(
  money: PayerMoney,
  journals: readonly Journal[],
  records: ReadonlyMap<string, string>,
): void {
  for (const { event, eventId, orderId, reversalOf, postings } of journals) {
    const accounts = new Set(postings.flatMap(({ debit, credit }) => [debit, credit]));
    for (const account of accounts) {
      if (!account.startsWith("plt:payer_funds:")) continue;
      const name = nameOf((reversalOf && records.get(reversalOf)) ?? eventId, account);
      const before = money.get(name) ?? nothing;
      const { amountMinor } = balanceOf(account, postings);
      money.set(name, {
        held: before.held + amountMinor,
        applied: before.applied - (event === "J06" ? amountMinor : 0n),
        orderId: before.orderId ?? orderId,
      });
    }
  }
}

const place = (key: string): FindingPlace => ({ law: "backed", table: "payment_dues", key });

/**
 * Expected status: nothing is applied while money is held, and a wrong amount is returned only by a user's decision.
 */
function statusOf({ kind, status, decideUserId }: DueFacts, held: bigint): string {
  if ((status === "booked" || status === "returned") && held !== 0n) return "to_return";
  const isBack = status === "to_return" || status === "returned";
  if (isBack && kind === "amount_mismatch" && decideUserId === null) return "open";
  return status;
}

/** Differences between unapplied payments and their journals, and payers' money without an unapplied payment. */
export function payerFindings(money: PayerMoney, dues: readonly DueFacts[]): Finding[] {
  const named = dues.map((due) => ({
    due,
    // An unknown currency has no account: its held amount is missing.
    name: nameOf(due.id, isCurrency(due.currency) ? payerFunds(due.currency, due.gatewayAccountId) : ""),
  }));
  const known = new Set(named.map(({ name }) => name));
  // Also where nothing is held any more: the unapplied payment records who decided.
  const loose = [...money.keys()].filter((name) => !known.has(name));
  return [
    ...named.flatMap(({ due, name }) => {
      const { held, applied, orderId } = money.get(name) ?? nothing;
      return columnDifferences(place(due.id), {
        held_amount: [held, due.heldAmount],
        booked_amount: [applied, due.bookedAmount],
        order_id: [orderId ?? due.orderId, due.orderId],
        status: [statusOf(due, held), due.status],
      });
    }),
    ...loose.map((name) => missingFinding(place(name))),
  ];
}
