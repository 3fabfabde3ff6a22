export { checkHeadsBucket } from "./ledger.head-bucket.service.ts";
export { journalsOfOrder } from "./ledger.journal.store.ts";
export { type PostedJournal, type PostRequest, postEntries } from "./ledger.post.service.ts";
export { type ReversalRequest, reverseJournal } from "./ledger.reversal.service.ts";
export { type BucketBalance, balancesOf } from "./ledger.service.ts";
export { ledgerWorkers } from "./ledger.worker.ts";
export { withoutQualifier } from "./merchant-balance.policy.ts";
export { expectedSettlements } from "./settlement-line.list.store.ts";
export { dateLines } from "./settlement-line.store.ts";
