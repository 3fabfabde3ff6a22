import type { Journal } from "@countinghouse/ledger/journal.ts";
import { settlementLine } from "@countinghouse/ledger/settlement-line.ts";
import {
  columnDifferences,
  missingFinding,
  orphanFinding,
  rowFinding,
} from "../../../platform/seals/finding.policy.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";

const placeOf = (journalId: string): FindingPlace => ({
  law: "repeated_fact",
  table: "settlement_lines",
  key: journalId,
});

/** A stored line. */
export interface LineFacts {
  readonly journalId: string;
  readonly book: string;
  readonly currency: string;
  readonly lineType: string;
  readonly sourceId: string;
  readonly amount: string;
  readonly taxAmount: string;
  readonly dueDate: string | null;
}

/** A journal with the record of its line. */
export interface LinedJournal {
  readonly journal: Journal;
  readonly sourceId: string;
}

/** The capture that a line is about, if any; journals older than capture records name its attempt. */
export const captureNamed = (sourceId: string): string => sourceId.replace(/^att_/, "cap_");

/**
 * Differences between lines and journals: every journal that moves a pending amount has a line, and no other has one.
 * A line is due with its capture or refund; any other line, on its journal's effective date.
 */
export function lineFindings(
  journals: readonly LinedJournal[],
  lines: readonly LineFacts[],
  dueDates: ReadonlyMap<string, string | null>,
): Finding[] {
  const kept = new Map(lines.map((line) => [line.journalId, line]));
  return journals.flatMap(({ journal, sourceId }) => {
    const place = placeOf(journal.journalId);
    const made = settlementLine(journal);
    const line = kept.get(journal.journalId);
    if (!made) return line ? [orphanFinding(place)] : [];
    if (!line) return [missingFinding(place)];
    const capture = dueDates.get(captureNamed(sourceId));
    return columnDifferences(place, {
      book: [journal.book, line.book],
      currency: [made.amount.currency, line.currency],
      line_type: [made.type, line.lineType],
      source_id: [sourceId, line.sourceId],
      amount: [made.amount.amountMinor, line.amount],
      tax_amount: [made.tax.amountMinor, line.taxAmount],
      due_date: [capture === undefined ? journal.effectiveDate : capture, line.dueDate],
    });
  });
}

/** The sum of a batch's settled lines, and of its journals; null where there are none. */
export interface SettledBatch {
  readonly batchId: string;
  readonly currency: string;
  readonly lines: string;
  readonly booked: string | null;
}

/** Batches whose settled lines differ from their journals. */
export const batchFindings = (batches: readonly SettledBatch[]): Finding[] =>
  batches
    .filter(({ lines, booked }) => lines !== booked)
    .map(({ batchId, currency, lines, booked }) =>
      rowFinding({ law: "batch_settled", table: "settlement_lines", key: `${batchId} ${currency}` }, "amount", [
        booked,
        lines,
      ]),
    );
