import { type Account, parseAccount } from "@countinghouse/ledger/account.ts";
import { idempotencyKey, type Journal } from "@countinghouse/ledger/journal.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { columnDifferences, missingFinding, rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";

/** Columns of a journal's row that other rows, or other columns of it, repeat. */
export interface JournalFacts extends Pick<Journal, "merchantId" | "book" | "eventId" | "part" | "postedAt"> {
  readonly id: string;
  readonly seq: number;
  readonly event: string;
  readonly idempotencyKey: string;
}

/** The same columns of a posting. */
export interface PostingFacts {
  readonly merchantId: string;
  readonly journalId: string;
  readonly line: number;
  readonly book: string;
  readonly seq: number;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly amount: string;
  readonly currency: string;
  readonly debitAfter: string;
  readonly creditAfter: string;
}

/** The place of a journal. */
export const journalPlace = (law: Finding["law"], id: string): FindingPlace => ({
  law,
  table: "ledger_journals",
  key: id,
});

/** The place of a posting. */
export const postingPlace = (law: Finding["law"], journalId: string, line: number): FindingPlace => ({
  law,
  table: "ledger_postings",
  key: `${journalId} ${line}`,
});

/** The account of a code; undefined where the chart of accounts has none. */
export function readAccount(code: string): Account | undefined {
  try {
    return parseAccount(code);
  } catch {
    return undefined;
  }
}

/** Whether a posting can be computed with; {@link postingFindings} reports one that cannot. */
export const isReadable = ({ debitAccount, creditAccount, currency, amount }: PostingFacts): boolean =>
  readAccount(debitAccount) !== undefined &&
  readAccount(creditAccount) !== undefined &&
  isCurrency(currency) &&
  amount.length < 19;

/** Findings: journals, in number order, that contradict themselves or the journal before. */
export function journalFindings(
  journals: readonly JournalFacts[],
  before: { readonly seq: number; readonly postedAt: string },
): Finding[] {
  const findings: Finding[] = [];
  let { seq, postedAt } = before;
  for (const journal of journals) {
    const place = journalPlace("repeated_fact", journal.id);
    const key = idempotencyKey({ ...journal, event: journal.event as Journal["event"] });
    findings.push(
      ...columnDifferences(place, { seq: [seq + 1, journal.seq], idempotency_key: [key, journal.idempotencyKey] }),
    );
    if (journal.postedAt < postedAt) findings.push(rowFinding(place, "posted_at", [`≥ ${postedAt}`, journal.postedAt]));
    ({ seq, postedAt } = journal);
  }
  return findings;
}

/** Findings: postings of a journal, in line order, that contradict the journal or their accounts. */
export function postingFindings(journal: JournalFacts, postings: readonly PostingFacts[]): Finding[] {
  if (postings.length === 0) return [missingFinding(postingPlace("balanced", journal.id, 1))];
  return postings.flatMap((posting, index) => {
    const place = postingPlace("repeated_fact", journal.id, posting.line);
    const repeated = columnDifferences(place, {
      line: [index + 1, posting.line],
      book: [journal.book, posting.book],
      seq: [journal.seq, posting.seq],
    });
    const sides = [
      ["debit_account", posting.debitAccount],
      ["credit_account", posting.creditAccount],
    ] as const;
    return [...repeated, ...sides.flatMap(([column, code]) => accountFindings(place, column, code, posting))];
  });
}

function accountFindings(place: FindingPlace, column: string, code: string, posting: PostingFacts): Finding[] {
  const account = readAccount(code);
  if (!account) return [rowFinding(place, column, [null, code])];
  const owned = account.merchantId === null ? code : `mer:${posting.merchantId}:${account.kind}:${account.currency}`;
  return columnDifferences(place, { [column]: [owned, code], currency: [account.currency, posting.currency] });
}
