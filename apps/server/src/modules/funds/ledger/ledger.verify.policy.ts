import { type AccountCode, parseAccount } from "@countinghouse/ledger/account.ts";
import { type Balance, balanceOf, everyBalance, trialBalance } from "@countinghouse/ledger/balance.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { negativeAccounts, orderFlow, overdrawnOrder } from "@countinghouse/ledger/laws.ts";
import type { Posting } from "@countinghouse/ledger/posting.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";
import {
  columnDifferences,
  missingFinding,
  orphanFinding,
  rowFinding,
} from "../../../platform/seals/finding.policy.ts";
import type { Finding, FindingPlace, LedgerInvariant } from "./ledger.finding.policy.ts";
import { type HoldChange, holdEndOf } from "./ledger.post.policy.ts";
import { postingPlace, readAccount } from "./ledger.rows.policy.ts";

/** A stored posting, with its recorded balances. */
export interface StoredPosting extends Posting {
  readonly journalId: string;
  readonly line: number;
  readonly debitAfter: bigint;
  readonly creditAfter: bigint;
}

/** A recomputed balance, the one that its last posting recorded, and that posting's journal. */
export interface RecomputedBalance {
  readonly amount: Money;
  readonly saidMinor: bigint;
  readonly lastJournalId: string;
}

/** Balances recomputed from the first journal, one range of the book after another. */
export type RecomputedBalances = Map<AccountCode, RecomputedBalance>;

/**
 * Adds a range of postings in order, and reports those whose recorded balance differs from the previous one plus their
 * amount: one wrong posting does not make all later ones wrong.
 */
export function recomputeBalances(held: RecomputedBalances, postings: readonly StoredPosting[]): Finding[] {
  const findings: Finding[] = [];
  for (const line of postings) {
    for (const { account, ...effect } of everyBalance([line])) {
      const before = held.get(account);
      const column = account === line.debit ? "debit_after" : "credit_after";
      const saidMinor = account === line.debit ? line.debitAfter : line.creditAfter;
      const place = postingPlace("projection", line.journalId, line.line);
      const expected = (before?.saidMinor ?? 0n) + effect.amountMinor;
      findings.push(...columnDifferences(place, { [column]: [expected, saidMinor] }));
      const amount = add(before?.amount ?? zero(effect.currency), effect);
      held.set(account, { amount, saidMinor, lastJournalId: line.journalId });
    }
  }
  return findings;
}

/** A stored balance row. */
export interface BalanceFacts {
  readonly account: string;
  readonly kind: string;
  readonly currency: string;
  readonly amount: string;
  readonly lastJournalId: string;
}

/** Stored rows of a book besides its journals. */
export interface StoredBook {
  readonly balances: readonly BalanceFacts[];
}

const balancePlace = (law: LedgerInvariant, account: string): FindingPlace => ({
  law,
  table: "ledger_balances",
  key: account,
});

/** Invariants of a book's balances after its last journal. */
export function balanceFindings(held: RecomputedBalances, { balances }: StoredBook): Finding[] {
  const kept = new Map(balances.map((row) => [row.account, row]));
  const drifted = [...new Set([...held.keys(), ...kept.keys()])].flatMap((account) =>
    rowFindings(account, held.get(account as AccountCode), kept.get(account)),
  );
  return [...drifted, ...soundnessFindings(readable(balances))];
}

/** Differences between a balance row, and its postings and account. */
function rowFindings(account: string, held: RecomputedBalance | undefined, row: BalanceFacts | undefined): Finding[] {
  const known = readAccount(account);
  if (!known) return [rowFinding(balancePlace("repeated_fact", account), "account", [null, account])];
  const sums = columnDifferences(balancePlace("projection", account), {
    amount: [held?.amount.amountMinor ?? 0n, row?.amount ?? 0n],
  });
  if (!row) return sums;
  const repeated = columnDifferences(balancePlace("repeated_fact", account), {
    kind: [known.kind, row.kind],
    currency: [known.currency, row.currency],
    last_journal_id: [held?.lastJournalId ?? null, row.lastJournalId],
  });
  return [...sums, ...repeated];
}

/** Rows that can be computed with; the others were reported. */
function readable(rows: readonly BalanceFacts[]): Balance[] {
  return rows.flatMap(({ account, amount }) => {
    const known = readAccount(account);
    return known && amount.replace("-", "").length < 19
      ? [{ account: known.code, currency: known.currency, amountMinor: BigInt(amount) }]
      : [];
  });
}

function soundnessFindings(balances: readonly Balance[]): Finding[] {
  const amountOf = (account: string): bigint =>
    balances.find((balance) => balance.account === account)?.amountMinor ?? 0n;
  return [
    ...negativeAccounts(balances).map(({ law, where }) =>
      rowFinding(balancePlace(law, where), "amount", ["≥ 0", amountOf(where)]),
    ),
    ...trialBalance(balances).flatMap(({ currency, debitMinor, creditMinor }) =>
      columnDifferences(balancePlace("balanced", currency), { amount: [debitMinor, creditMinor] }),
    ),
  ];
}

/** A stored hold. */
export interface HoldFacts {
  readonly id: string;
  readonly eventId: string;
  readonly currency: string;
  readonly amount: string;
  readonly remaining: string;
  readonly sourceBucket: string;
  readonly event: string;
  readonly reason: string;
  readonly operatorId: string | null;
  readonly createdAt: string;
  readonly releasedAt: string | null;
  readonly expiresAt: string | null;
}

/**
 * Remainder of a hold by its journals, its highest amount, its source bucket, and the events that began and ended it.
 */
export interface HoldRemainder {
  readonly left: bigint;
  readonly most: bigint;
  readonly source: string | null;
  readonly begun: Pick<HoldChange, "event" | "part" | "description" | "postedAt" | "operatorId">;
  readonly releasedAt: string | null;
}

/** A hold after one more change, by its journals. */
export function holdAfter(before: HoldRemainder | undefined, change: HoldChange): HoldRemainder {
  const { amount, bucket, postedAt } = change;
  const left = (before?.left ?? 0n) + amount.amountMinor;
  const most = before && before.most > left ? before.most : left;
  const releasedAt = amount.amountMinor < 0n && left === 0n ? postedAt : null;
  return { left, most, releasedAt, source: before ? before.source : bucket, begun: before?.begun ?? change };
}

/** Identifies a hold within a book. */
export const holdName = ({ eventId, currency }: Pick<HoldFacts, "eventId" | "currency">): string =>
  `${eventId} ${currency}`;

/** Findings: holds that differ from their journals, holds without a journal, and frozen amounts without a hold. */
export function holdFindings(frozen: ReadonlyMap<string, HoldRemainder>, holds: readonly HoldFacts[]): Finding[] {
  const place = (key: string): FindingPlace => ({ law: "backed", table: "ledger_holds", key });
  const known = new Set(holds.map(holdName));
  const loose = [...frozen].filter(([name]) => !known.has(name));
  return [
    ...holds.flatMap((hold) => {
      const booked = frozen.get(holdName(hold));
      if (!booked)
        return hold.remaining === "0"
          ? [orphanFinding(place(hold.id))]
          : columnDifferences(place(hold.id), { remaining: [0n, hold.remaining] });
      const end = holdEndOf(booked.begun);
      return columnDifferences(place(hold.id), {
        amount: [booked.most, hold.amount],
        remaining: [booked.left, hold.remaining],
        source_bucket: [booked.source ?? hold.sourceBucket, hold.sourceBucket],
        event: [booked.begun.event, hold.event],
        reason: [booked.begun.description, hold.reason],
        operator_id: [booked.begun.operatorId, hold.operatorId],
        created_at: [booked.begun.postedAt, hold.createdAt],
        released_at: [booked.releasedAt, hold.releasedAt],
        expires_at: [end === undefined ? hold.expiresAt : end, hold.expiresAt],
      });
    }),
    ...loose.map(([name]) => missingFinding(place(name))),
  ];
}

/** A stored balance adjustment. */
export interface AdjustmentFacts {
  readonly merchantId: string;
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly journalId: string | null;
}

/** Differences between an adjustment and its journal; undefined where the journal is missing. */
export function adjustmentFindings(row: AdjustmentFacts, journal: Journal | undefined): Finding[] {
  const place: FindingPlace = { law: "repeated_fact", table: "ledger_adjustments", key: row.id };
  if (journal?.eventId !== row.id) return [rowFinding(place, "journal_id", [null, row.journalId])];
  const [account] = journal.postings.flatMap(({ debit, credit }) =>
    [debit, credit].filter((code) => parseAccount(code).kind === "available"),
  );
  const booked = account && balanceOf(account, journal.postings);
  return columnDifferences(place, {
    amount: [booked?.amountMinor, row.amount],
    currency: [booked?.currency, row.currency],
  });
}

/** Events after which an order may have returned more than it captured. */
const givingBack: readonly string[] = ["J11", "J15", "J26", "J26r", "J80"];

/** Orders among journals that have to be checked as a whole. */
export const ordersToCheck = (journals: readonly Journal[]): string[] => [
  ...new Set(journals.flatMap(({ event, orderId }) => (orderId && givingBack.includes(event) ? [orderId] : []))),
];

/** Whether an order returned more than it captured, in any currency. */
export function isOverdrawn(orderId: string, journals: readonly Journal[]): Finding[] {
  const currencies = new Set(
    journals.flatMap(({ postings }) =>
      postings.flatMap(({ debit, amount }) =>
        parseAccount(debit).kind === "gateway_receivable" ? [amount.currency] : [],
      ),
    ),
  );
  return [...currencies].flatMap((currency) => {
    const flow = orderFlow(journals, currency);
    const given = flow.refunded.amountMinor + flow.lost.amountMinor;
    return overdrawnOrder(orderId, flow, false).map(({ law }) =>
      rowFinding({ law, table: "coin_orders", key: orderId }, "refunded_amount", [
        `≤ ${flow.captured.amountMinor}`,
        given,
      ]),
    );
  });
}
