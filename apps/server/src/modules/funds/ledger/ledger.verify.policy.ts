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

/** A posting as it is stored, with what it says its accounts held. */
export interface StoredPosting extends Posting {
  readonly journalId: string;
  readonly line: number;
  readonly debitAfter: bigint;
  readonly creditAfter: bigint;
}

/** What an account holds, recomputed from nothing, what its last posting said it held, and the journal of that one. */
export interface RecomputedBalance {
  readonly amount: Money;
  readonly saidMinor: bigint;
  readonly lastJournalId: string;
}

/** Balances recomputed from nothing, one stretch of the book after the other. */
export type RecomputedBalances = Map<AccountCode, RecomputedBalance>;

/**
 * Adds a stretch of postings, in their order, and tells which of them says something else than the one before it and
 * its own amount come to: one that is wrong does not make every later one wrong.
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

/** A balance's row. */
export interface BalanceFacts {
  readonly account: string;
  readonly kind: string;
  readonly currency: string;
  readonly amount: string;
  readonly lastJournalId: string;
}

/** What is stored of a book beside its journals. */
export interface StoredBook {
  readonly balances: readonly BalanceFacts[];
}

const balancePlace = (law: LedgerInvariant, account: string): FindingPlace => ({
  law,
  table: "ledger_balances",
  key: account,
});

/** The laws over what a book holds after its last journal. */
export function balanceFindings(held: RecomputedBalances, { balances }: StoredBook): Finding[] {
  const kept = new Map(balances.map((row) => [row.account, row]));
  const drifted = [...new Set([...held.keys(), ...kept.keys()])].flatMap((account) =>
    rowFindings(account, held.get(account as AccountCode), kept.get(account)),
  );
  return [...drifted, ...soundnessFindings(readable(balances))];
}

/** What a balance's row says otherwise than its postings and its account. */
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

/** The rows that can be reckoned with; the others have been named. */
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

/** A hold as it is stored. */
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

/** What journals left of a hold, the most that was in it, the bucket they took it from, and by what it began and ended. */
export interface HoldRemainder {
  readonly left: bigint;
  readonly most: bigint;
  readonly source: string | null;
  readonly begun: Pick<HoldChange, "event" | "part" | "description" | "postedAt" | "operatorId">;
  readonly releasedAt: string | null;
}

/** A hold after one more change, as the journals tell it. */
export function holdAfter(before: HoldRemainder | undefined, change: HoldChange): HoldRemainder {
  const { amount, bucket, postedAt } = change;
  const left = (before?.left ?? 0n) + amount.amountMinor;
  const most = before && before.most > left ? before.most : left;
  const releasedAt = amount.amountMinor < 0n && left === 0n ? postedAt : null;
  return { left, most, releasedAt, source: before ? before.source : bucket, begun: before?.begun ?? change };
}

/** What tells holds of a book apart. */
export const holdName = ({ eventId, currency }: Pick<HoldFacts, "eventId" | "currency">): string =>
  `${eventId} ${currency}`;

/** Holds that do not say what journals left of them, those that no journal made, and what was frozen without one. */
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

/** A correction by hand as it is stored. */
export interface AdjustmentFacts {
  readonly merchantId: string;
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly journalId: string | null;
}

/** What a correction by hand says otherwise than the journal it names; undefined where there is no such journal. */
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

/** Events after which an order may have given back more than it took. */
const givingBack: readonly string[] = ["J11", "J15", "J26", "J26r", "J80"];

/** Orders among journals that have to be looked at as a whole. */
export const ordersToCheck = (journals: readonly Journal[]): string[] => [
  ...new Set(journals.flatMap(({ event, orderId }) => (orderId && givingBack.includes(event) ? [orderId] : []))),
];

/** Whether an order gave back more than it took, in any currency it was captured in. */
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
