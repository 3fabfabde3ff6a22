import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { type AccountCode, merchantAccount } from "@countinghouse/ledger/account.ts";
import { effectOn } from "@countinghouse/ledger/balance.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";

type Explanation = ResultOf<(typeof coinOrder.operations)["explain"]>;
type Posting = Explanation["journals"][number]["postings"][number];

/** What the merchant's pending account holds of the order after each posting, a currency at a time. */
export function pendingAfter(postings: readonly Posting[], merchantId: string): (Money | undefined)[] {
  const held = new Map<string, Money>();
  return postings.map(({ debit, credit, amount, currency }) => {
    const own = isCurrency(currency) ? merchantAccount(merchantId, "pending", currency) : undefined;
    const pending = [debit, credit].some((code) => code === own) ? own : undefined;
    if (!pending) return undefined;
    const line = { debit: debit as AccountCode, credit: credit as AccountCode, amount: fromWire(amount, currency) };
    const after = add(held.get(pending) ?? zero(currency), effectOn(pending, line));
    held.set(pending, after);
    return after;
  });
}
