import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, TableFacts } from "./tables.ts";

type Book = "live" | "test";

interface LedgerBooks {
  merchantId: string;
  book: Book;
  seq: number;
  postedAt: string;
  sealedSeq: Generated<number>;
}

interface LedgerJournals {
  merchantId: string;
  id: string;
  book: Book;
  seq: number;
  event: string;
  eventId: string;
  part: Generated<string>;
  idempotencyKey: string;
  orderId: string | null;
  effectiveDate: string;
  postedAt: string;
  description: string;
  operatorId: string | null;
  reversalOf: string | null;
}

interface LedgerPostings {
  merchantId: string;
  journalId: string;
  line: number;
  book: Book;
  seq: number;
  debitAccount: string;
  creditAccount: string;
  amount: string;
  currency: string;
  debitAfter: string;
  creditAfter: string;
}

interface LedgerBalances {
  merchantId: string;
  book: Book;
  account: string;
  kind: string;
  currency: string;
  amount: string;
  lastJournalId: string;
  version: Generated<number>;
}

interface LedgerHolds {
  merchantId: string;
  id: string;
  book: Book;
  currency: string;
  event: string;
  eventId: string;
  amount: string;
  remaining: string;
  reason: string;
  createdAt: string;
  operatorId: string | null;
  expiresAt: string | null;
  releasedAt: string | null;
  /** The bucket it was taken from, and goes back to. */
  sourceBucket: string;
}

interface SettlementLines {
  merchantId: string;
  journalId: string;
  book: Book;
  currency: string;
  lineType: string;
  sourceId: string;
  amount: string;
  taxAmount: string;
  dueDate: string | null;
  state: Generated<"open" | "batched" | "settled">;
  batchId: string | null;
  holdId: string | null;
}

interface LedgerSeals {
  merchantId: string;
  book: Book;
  seq: number;
  journalId: string;
  prevHash: string;
  hash: string;
  sealedAt: string;
  scheme: Generated<1 | 2>;
  keyId: string | null;
}

interface LedgerHeads {
  merchantId: string;
  book: Book;
  length: number;
  hash: string;
  sealedAt: string;
  keyId: string;
  mac: string;
}

interface LedgerSealKeys {
  id: string;
  wrapped: string;
  createdAt: string;
}

interface LedgerPeriods extends AuditedColumns {
  id: string;
  tenantId: number;
  month: string;
  status: Generated<"open" | "closed">;
}

interface LedgerAdjustments extends AuditedColumns {
  merchantId: string;
  id: string;
  book: Book;
  currency: string;
  amount: string;
  reason: string;
  evidence: string;
  status: Generated<"pending" | "booked" | "rejected">;
  journalId: string | null;
  decideUserId: number | null;
  decideUserName: string | null;
  decideTime: string | null;
  decideReason: string | null;
}

/** A law that did not hold, and the row that breaks it. */
export interface StoredViolation {
  readonly law: string;
  /** Null where something of the whole installation is wrong. */
  readonly merchantId: string | null;
  readonly book: Book | null;
  /** What is wrong, by its names in the database; looks before the row was named only knew the place. */
  readonly table: string | null;
  readonly key: string;
  readonly column: string | null;
  readonly expected: string | null;
  readonly found: string | null;
  /** The place outside that disagrees. */
  readonly place: string | null;
}

/** What a witness outside was told, or still has to be. */
interface LedgerHeadTellings {
  day: string;
  witness: string;
  toldAt: string | null;
  tries: Generated<number>;
  lastError: string | null;
}

interface LedgerVerifications {
  id: string;
  tenantId: number;
  status: Generated<"waiting" | "running" | "passed" | "failed" | "broken">;
  startedBy: string;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  books: Generated<number>;
  journals: Generated<number>;
  postings: Generated<number>;
  seals: Generated<number>;
  heads: Generated<number>;
  violationCount: Generated<number>;
  violations: JSONColumnType<StoredViolation[]>;
}

/** The ledger: every merchant's two books, and what watches over them. */
export interface LedgerTables {
  ledgerBooks: LedgerBooks;
  ledgerJournals: LedgerJournals;
  ledgerPostings: LedgerPostings;
  ledgerBalances: LedgerBalances;
  ledgerHolds: LedgerHolds;
  settlementLines: SettlementLines;
  ledgerSeals: LedgerSeals;
  ledgerHeads: LedgerHeads;
  ledgerSealKeys: LedgerSealKeys;
  ledgerHeadTellings: LedgerHeadTellings;
  ledgerPeriods: LedgerPeriods;
  ledgerAdjustments: LedgerAdjustments;
  ledgerVerifications: LedgerVerifications;
}

const ofMerchant = { scope: { merchant: "merchantId" }, placement: "distributed" } as const;

export const ledgerManifest: Readonly<Record<keyof LedgerTables, TableFacts>> = {
  ledgerBooks: { ...ofMerchant, grant: "readWrite" },
  ledgerJournals: { ...ofMerchant, grant: "appendOnly" },
  ledgerPostings: { ...ofMerchant, grant: "appendOnly" },
  ledgerBalances: { ...ofMerchant, grant: "readWrite" },
  ledgerHolds: { ...ofMerchant, grant: "readWrite" },
  settlementLines: { ...ofMerchant, grant: "readWrite" },
  ledgerSeals: { ...ofMerchant, grant: "appendOnly" },
  ledgerHeads: { ...ofMerchant, grant: "readWrite" },
  ledgerSealKeys: { scope: "shared", placement: "reference", grant: "readWrite" },
  ledgerHeadTellings: { scope: "shared", placement: "reference", grant: "readWrite" },
  ledgerPeriods: { scope: { tenant: "tenantId" }, placement: "reference", grant: "readWrite", audited: true },
  ledgerAdjustments: { ...ofMerchant, grant: "readWrite", audited: true },
  ledgerVerifications: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
};
