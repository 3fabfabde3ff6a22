export { reportAlteredPrices } from "./ledger.altered-price.service.ts";
export {
  type BatchColumnSums,
  type BillAmounts,
  batchSums,
  billLinesOf,
  type CategoryCharges,
} from "./ledger.batch.policy.ts";
export {
  batchedAmount,
  batchLines,
  billedBy,
  checksumOf,
  coveredPeriods,
  directMovements,
  type LineSelection,
  linesCollected,
  linesDue,
  linesOfBatch,
  lockBook,
  moveBatchLines,
  type ReservedLines,
  reservedLines,
} from "./ledger.batch.store.ts";
export { billChecksumOf } from "./ledger.batch-check.store.ts";
export { checkHeadsBucket } from "./ledger.head-bucket.service.ts";
export { journalOfEvent, journalsOfOrder } from "./ledger.journal.store.ts";
export { holdChanges, type NumberedJournal, planPosts, releasedTo } from "./ledger.post.policy.ts";
export { journalOf, linesOf, type PostedJournal, type PostRequest, postEntries } from "./ledger.post.service.ts";
export { journalRow, postingRow } from "./ledger.post.store.ts";
export { type ReversalRequest, reverseJournal } from "./ledger.reversal.service.ts";
export { adoptPricesAtStart, beginHistory } from "./ledger.seal.worker.ts";
export { type BucketBalance, balancesOf, lastSeq, lockedBalances } from "./ledger.service.ts";
export { onSnapshot } from "./ledger.verify.store.ts";
export { brokenVerification, pendingAdjustments } from "./ledger.waiting.store.ts";
export { ledgerWorkers } from "./ledger.worker.ts";
export { withoutQualifier } from "./merchant-balance.policy.ts";
export { readBalance } from "./merchant-balance.service.ts";
export { availableAt } from "./merchant-balance.store.ts";
export { expectedSettlements, pageSelectedLines } from "./settlement-line.list.store.ts";
export { dateLines, type JournalLine, lineRow, settledSources } from "./settlement-line.store.ts";
