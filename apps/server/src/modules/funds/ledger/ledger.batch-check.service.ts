import type { Context } from "../../../platform/http/context.ts";
import { absentBatches, batchRowFindings } from "./ledger.batch.policy.ts";
import { billedBy, checksumOf, linesOfBatch } from "./ledger.batch.store.ts";
import { billChecksumOf, settledBy, statesOfLines, storedBatches, storedBill } from "./ledger.batch-check.store.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

type Db = Context["db"];

/** Compares every batch of a book with its lines, its bill and its settlement journals. */
export async function checkBatches(db: Db, of: MerchantBook): Promise<Finding[]> {
  const batches = await storedBatches(db, of);
  const findings = absentBatches(batches);
  for (const batch of batches) {
    const { merchantId } = of;
    const lines = linesOfBatch(batch.id);
    const bill = await storedBill(db, merchantId, batch.id);
    findings.push(
      ...batchRowFindings(batch, {
        billed: await billedBy(db, merchantId, lines),
        checksum: await checksumOf(db, merchantId, lines),
        states: await statesOfLines(db, merchantId, batch.id),
        bill,
        billChecksum: bill ? await billChecksumOf(db, merchantId, bill.id) : "",
        settled: await settledBy(db, of, batch.id),
      }),
    );
  }
  return findings;
}
