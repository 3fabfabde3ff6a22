import { type AccountCode, merchantAccount, parseAccount } from "@countinghouse/ledger/account.ts";
import { type Balance, everyBalance } from "@countinghouse/ledger/balance.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import {
  negativeAccounts,
  orderFlow,
  overdrawnOrder,
  unbackedAccounts,
  unbalancedCurrencies,
  type Violation,
} from "@countinghouse/ledger/laws.ts";
import type { Posting } from "@countinghouse/ledger/posting.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";

/** A law that does not hold: one of the package's, or the chain of seals. */
export interface Broken {
  readonly law: Violation["law"] | "sealed";
  readonly where: string;
}

/** A posting as it is stored, with what it says its accounts held. */
export interface StoredPosting extends Posting {
  readonly journalId: string;
  readonly line: number;
  readonly debitAfter: bigint;
  readonly creditAfter: bigint;
}

/** Balances recomputed from nothing, one stretch of the book after the other. */
export type Recomputed = Map<AccountCode, Money>;

/** Adds a stretch of postings, in their order, and tells which of them says something else than the sum. */
export function recompute(held: Recomputed, postings: readonly StoredPosting[]): Broken[] {
  const broken: Broken[] = [];
  for (const line of postings) {
    for (const { account, ...effect } of everyBalance([line])) {
      const amount = add(held.get(account) ?? zero(effect.currency), effect);
      held.set(account, amount);
      const said = account === line.debit ? line.debitAfter : line.creditAfter;
      if (said !== amount.amountMinor) broken.push({ law: "projection", where: `${line.journalId} ${account}` });
    }
  }
  return broken;
}

/** What is stored of a book beside its journals. */
export interface Stored {
  readonly merchantId: string;
  readonly balances: readonly Balance[];
  /** What open holds add up to, by currency. */
  readonly holds: readonly Money[];
}

/** The laws over what a book holds after its last journal. */
export function brokenLaws(held: Recomputed, { merchantId, balances, holds }: Stored): Broken[] {
  const kept = new Map(balances.map((balance) => [balance.account, balance]));
  const accounts = new Set([...held.keys(), ...kept.keys()]);
  const drifted = [...accounts]
    .filter((account) => (held.get(account)?.amountMinor ?? 0n) !== (kept.get(account)?.amountMinor ?? 0n))
    .map((account): Broken => ({ law: "projection", where: account }));
  const open = new Map<AccountCode, Money>();
  for (const { account, currency } of balances)
    if (parseAccount(account).kind === "frozen") open.set(account, zero(currency));
  for (const hold of holds) open.set(merchantAccount(merchantId, "frozen", hold.currency), hold);
  return [
    ...drifted,
    ...negativeAccounts(balances),
    ...unbalancedCurrencies(balances),
    ...unbackedAccounts(balances, open),
  ];
}

/** Events after which an order may have given back more than it took. */
const givingBack: readonly string[] = ["J11", "J15", "J26", "J26r", "J80"];

/** Orders among journals that have to be looked at as a whole. */
export const ordersToCheck = (journals: readonly Journal[]): string[] => [
  ...new Set(journals.flatMap(({ event, orderId }) => (orderId && givingBack.includes(event) ? [orderId] : []))),
];

/** Whether an order gave back more than it took, in any currency it was captured in. */
export function overdrawn(orderId: string, journals: readonly Journal[]): Broken[] {
  const currencies = new Set(
    journals.flatMap(({ postings }) =>
      postings.flatMap(({ debit, amount }) =>
        parseAccount(debit).kind === "gateway_receivable" ? [amount.currency] : [],
      ),
    ),
  );
  return [...currencies].flatMap((currency) => overdrawnOrder(orderId, orderFlow(journals, currency), false));
}
