import type { Journal } from "@countinghouse/ledger/journal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { allocationFindings } from "./ledger.allocation.store.ts";
import { backingFindings, type MovementsByEvent } from "./ledger.backing.policy.ts";
import { backingLaws, recordedBy } from "./ledger.backing.store.ts";
import { checkBatches } from "./ledger.batch-check.service.ts";
import { absentCashouts, cashoutFindings, differenceFindings } from "./ledger.cashout.store.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import { bankFindings, reconFindings } from "./ledger.recon.store.ts";
import { batchFindings, captureNamed, lineFindings } from "./settlement-line.policy.ts";
import { dueDatesOf, linesOfJournals, settledBatches } from "./settlement-line.store.ts";

type Db = Context["db"];

/** Compares every bucket of a book with the records that back it, and settled batches with their journals. */
export async function checkBacking(db: Db, of: MerchantBook, moved: MovementsByEvent): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [kind, law] of Object.entries(backingLaws))
    findings.push(...backingFindings(kind, law, await recordedBy(db, of, law), moved));
  findings.push(...(await cashoutFindings(db, of)), ...(await absentCashouts(db, of)));
  findings.push(...(await differenceFindings(db, of)), ...(await reconFindings(db, of)));
  findings.push(...(await bankFindings(db, of)), ...(await allocationFindings(db, of)));
  return [...findings, ...batchFindings(await settledBatches(db, of)), ...(await checkBatches(db, of))];
}

/** Compares settlement lines with their journals; `known` holds further journals that they reverse. */
export async function checkLines(
  db: Db,
  { merchantId }: MerchantBook,
  journals: readonly Journal[],
  known: ReadonlyMap<string, Journal>,
): Promise<Finding[]> {
  const lined = journals.map((journal) => {
    const { eventId } = (journal.reversalOf === null ? undefined : known.get(journal.reversalOf)) ?? journal;
    return { journal, sourceId: eventId };
  });
  const ids = journals.map(({ journalId }) => ({ id: journalId }));
  const lines = await linesOfJournals(db, merchantId, ids);
  const captures = lined.map(({ sourceId }) => captureNamed(sourceId));
  return lineFindings(lined, lines, await dueDatesOf(db, merchantId, captures));
}
