import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { type AccountCode, type BalanceSide, parseAccount } from "./account.ts";
import type { Posting } from "./posting.ts";

/** The balance of an account: an amount of minor units, positive on the account's own side. */
export interface Balance extends Money {
  readonly account: AccountCode;
}

/** Debits less credits per account, in the order the accounts first appear. */
function netDebits(postings: Iterable<Posting>): Map<AccountCode, bigint> {
  const net = new Map<AccountCode, bigint>();
  for (const { debit, credit, amount } of postings) {
    net.set(debit, (net.get(debit) ?? 0n) + amount.amountMinor);
    net.set(credit, (net.get(credit) ?? 0n) - amount.amountMinor);
  }
  return net;
}

const onSide = (side: BalanceSide, netDebit: bigint): bigint => (side === "debit" ? netDebit : -netDebit);

/**
 * The balance of every account the postings touch, zero ones included, in the order they first appear. The result
 * depends on which postings there are and not on their order.
 */
export const everyBalance = (postings: Iterable<Posting>): Balance[] =>
  [...netDebits(postings)].map(([account, netDebit]) => {
    const { side, currency } = parseAccount(account);
    return { account, ...money(onSide(side, netDebit), currency) };
  });

/** The balance of one account; zero when no posting touches it. */
export function balanceOf(account: AccountCode, postings: Iterable<Posting>): Money {
  const { side, currency } = parseAccount(account);
  let total = 0n;
  for (const { debit, credit, amount } of postings) {
    if (debit === account) total += onSide(side, amount.amountMinor);
    if (credit === account) total -= onSide(side, amount.amountMinor);
  }
  return money(total, currency);
}

/** What a posting adds to an account, positive on the account's own side; zero if it does not touch it. */
export const effectOn = (account: AccountCode, line: Posting): Money => balanceOf(account, [line]);

/** One currency of the trial balance: the sums of all debit and all credit balances, in minor units. */
export interface TrialBalance {
  readonly currency: CurrencyCode;
  readonly debitMinor: bigint;
  readonly creditMinor: bigint;
}

/**
 * The trial balance of stored balances, per currency: each balance stands on the side its sign says, and both sides
 * are equal exactly when no balance was altered or lost.
 */
export function trialBalance(balances: Iterable<Balance>): TrialBalance[] {
  const totals = new Map<CurrencyCode, { debitMinor: bigint; creditMinor: bigint }>();
  for (const { account, amountMinor, currency } of balances) {
    const total = totals.get(currency) ?? { debitMinor: 0n, creditMinor: 0n };
    const netDebit = onSide(parseAccount(account).side, amountMinor);
    if (netDebit > 0n) total.debitMinor += netDebit;
    else total.creditMinor -= netDebit;
    totals.set(currency, total);
  }
  return [...totals].map(([currency, total]) => ({ currency, ...total }));
}
