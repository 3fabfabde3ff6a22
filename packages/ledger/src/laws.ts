import { add, exceeds, isNegative, isZero, type Money, zero } from "@countinghouse/money/money.ts";
import { type Account, type AccountCode, parseAccount } from "./account.ts";
import { type Balance, balanceOf, everyBalance, trialBalance } from "./balance.ts";
import type { EntryEvent } from "./entry.ts";
import { idempotencyKey, type Journal } from "./journal.ts";
import type { Posting } from "./posting.ts";

/** A violated law of the ledger, and where. */
export interface Violation {
  readonly law:
    | "balanced"
    | "projection"
    | "non_negative"
    | "backed"
    | "unique_event"
    | "reversed_once"
    | "batch_settled"
    | "order_conserved";
  readonly where: string;
}

/** Accounts that must never be negative and are: reserve, frozen and in transit of a merchant. */
export const negativeAccounts = (balances: readonly Balance[]): Violation[] =>
  balances
    .filter((balance) => isNegative(balance) && !parseAccount(balance.account).mayGoNegative)
    .map(({ account }) => ({ law: "non_negative", where: account }));

/** Currencies in which stored balances do not sum to zero. */
export const unbalancedCurrencies = (balances: readonly Balance[]): Violation[] =>
  trialBalance(balances)
    .filter(({ debitMinor, creditMinor }) => debitMinor !== creditMinor)
    .map(({ currency }) => ({ law: "balanced", where: currency }));

/**
 * Accounts whose stored balance is not the sum of their postings, in either direction; a missing row counts as zero.
 */
export function driftedAccounts(stored: readonly Balance[], postings: readonly Posting[]): Violation[] {
  const computed = new Map(everyBalance(postings).map((balance) => [balance.account, balance]));
  const kept = new Map(stored.map((balance) => [balance.account, balance]));
  const accounts = new Set([...computed.keys(), ...kept.keys()]);
  const amount = (balance: Balance | undefined): bigint => balance?.amountMinor ?? 0n;
  return [...accounts]
    .filter((account) => amount(computed.get(account)) !== amount(kept.get(account)))
    .map((account) => ({ law: "projection", where: account }));
}

/** Events booked more than once, and journals reversed more than once or across books. */
export function repeatedJournals(journals: readonly Journal[]): Violation[] {
  const byKey = Map.groupBy(journals, (journal) => `${journal.merchantId}:${idempotencyKey(journal)}`);
  const repeated = [...byKey]
    .filter(([, same]) => same.length > 1)
    .map(([where]): Violation => ({ law: "unique_event", where }));
  const reversals = Map.groupBy(
    journals.filter(({ reversalOf }) => reversalOf !== null),
    ({ reversalOf }) => reversalOf ?? "",
  );
  const byId = new Map(journals.map((journal) => [journal.journalId, journal]));
  const wrong = [...reversals].filter(
    ([id, [first, ...more]]) => more.length > 0 || byId.get(id)?.book !== first?.book,
  );
  return [...repeated, ...wrong.map(([where]): Violation => ({ law: "reversed_once", where }))];
}

/** A settled batch that left something in pending: its lines and its settlement together must move nothing there. */
export function unsettledBatch(batchId: string, pending: AccountCode, postings: readonly Posting[]): Violation[] {
  return isZero(balanceOf(pending, postings)) ? [] : [{ law: "batch_settled", where: batchId }];
}

/** What happened to an order's money at the gateway, in the order's currency. */
export interface OrderFlow {
  readonly captured: Money;
  readonly refunded: Money;
  readonly lost: Money;
}

type FlowRule = {
  readonly flow: keyof OrderFlow;
  readonly account: Account["kind"];
  readonly when: "debit" | "credit";
  readonly sign: 1n | -1n;
};

const FLOWS: Partial<Record<EntryEvent, FlowRule>> = {
  J01: { flow: "captured", account: "gateway_receivable", when: "debit", sign: 1n },
  J04: { flow: "captured", account: "gateway_receivable", when: "debit", sign: 1n },
  J11: { flow: "refunded", account: "gateway_receivable", when: "credit", sign: 1n },
  J15: { flow: "refunded", account: "gateway_receivable", when: "debit", sign: -1n },
  J26: { flow: "lost", account: "dispute_clearing", when: "credit", sign: 1n },
  J26r: { flow: "lost", account: "gateway_receivable", when: "debit", sign: -1n },
};

/** What was captured, refunded and lost of an order, from its journals; a reversed journal counts as not booked. */
export function orderFlow(journals: readonly Journal[], currency: Money["currency"]): OrderFlow {
  const undone = new Set(journals.map(({ reversalOf }) => reversalOf));
  const flow = { captured: zero(currency), refunded: zero(currency), lost: zero(currency) };
  for (const { event, journalId, postings } of journals) {
    const rule = FLOWS[event];
    if (!rule || undone.has(journalId)) continue;
    for (const line of postings) {
      if (parseAccount(line[rule.when]).kind !== rule.account) continue;
      const amount = { ...line.amount, amountMinor: line.amount.amountMinor * rule.sign };
      flow[rule.flow] = add(flow[rule.flow], amount);
    }
  }
  return flow;
}

/**
 * An order that gave back more than it took. Refunds never exceed captures; with lost disputes they may only when a
 * dispute was lost although its amount had been refunded, which the caller says.
 */
export function overdrawnOrder(
  orderId: string,
  { captured, refunded, lost }: OrderFlow,
  isAlreadyRefunded: boolean,
): Violation[] {
  const isOver = exceeds(refunded, captured) || (!isAlreadyRefunded && exceeds(add(refunded, lost), captured));
  const isUnder = isNegative(refunded) || isNegative(lost);
  return isOver || isUnder ? [{ law: "order_conserved", where: orderId }] : [];
}
