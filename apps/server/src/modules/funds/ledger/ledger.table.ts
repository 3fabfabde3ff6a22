import type {
  AdjustmentStatus,
  PeriodStatus,
  SettlementLineState,
  SettlementLineType,
  VerificationStatus,
} from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import type { YesNo } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

type Book = ValueOf<typeof PaymentMode>;

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
  /** The bucket that the money was taken from, and returns to. */
  sourceBucket: "pending" | "available" | "reserve";
}

interface SettlementLines {
  merchantId: string;
  journalId: string;
  book: Book;
  currency: string;
  lineType: ValueOf<typeof SettlementLineType>;
  sourceId: string;
  amount: string;
  taxAmount: string;
  dueDate: string | null;
  state: Generated<ValueOf<typeof SettlementLineState>>;
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
  scheme: Generated<ValueOf<typeof YesNo>>;
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

/** When unsealed rows were first sealed as they were (adoption); one row. */
interface RowAdoptions {
  id: string;
  adoptedAt: string;
  keyId: string;
  mac: string;
}

/** What a witness outside was told, or still has to be. */
interface LedgerHeadTellings {
  day: string;
  witness: string;
  toldAt: string | null;
  tries: Generated<number>;
  lastError: string | null;
}

interface LedgerPeriods extends AuditedColumns {
  id: string;
  tenantId: number;
  month: string;
  status: Generated<ValueOf<typeof PeriodStatus>>;
}

interface LedgerAdjustments extends AuditedColumns {
  merchantId: string;
  id: string;
  book: Book;
  currency: string;
  amount: string;
  reason: string;
  evidence: string;
  status: Generated<ValueOf<typeof AdjustmentStatus>>;
  journalId: string | null;
  decideUserId: number | null;
  decideUserName: string | null;
  decideTime: string | null;
  decideReason: string | null;
}

/** A violated invariant, and the row that violates it. */
export interface StoredViolation {
  readonly law: string;
  /** Null where the finding concerns the whole installation. */
  readonly merchantId: string | null;
  readonly book: Book | null;
  /** The faulty row by database names; older verifications recorded the place only. */
  readonly table: string | null;
  readonly key: string;
  readonly column: string | null;
  readonly expected: string | null;
  readonly found: string | null;
  /** The external store that disagrees. */
  readonly place: string | null;
}

interface LedgerVerifications {
  id: string;
  tenantId: number;
  status: Generated<ValueOf<typeof VerificationStatus>>;
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

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    ledgerBooks: LedgerBooks;
    ledgerJournals: LedgerJournals;
    ledgerPostings: LedgerPostings;
    ledgerBalances: LedgerBalances;
    ledgerHolds: LedgerHolds;
    settlementLines: SettlementLines;
    ledgerSeals: LedgerSeals;
    ledgerHeads: LedgerHeads;
    ledgerSealKeys: LedgerSealKeys;
    rowAdoptions: RowAdoptions;
    ledgerHeadTellings: LedgerHeadTellings;
    ledgerPeriods: LedgerPeriods;
    ledgerAdjustments: LedgerAdjustments;
    ledgerVerifications: LedgerVerifications;
  }
}

export const ledgerTables: FactsOf<
  | "ledgerBooks"
  | "ledgerJournals"
  | "ledgerPostings"
  | "ledgerBalances"
  | "ledgerHolds"
  | "settlementLines"
  | "ledgerSeals"
  | "ledgerHeads"
  | "ledgerSealKeys"
  | "rowAdoptions"
  | "ledgerHeadTellings"
  | "ledgerPeriods"
  | "ledgerAdjustments"
  | "ledgerVerifications"
> = {
  ledgerBooks: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  ledgerJournals: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "appendOnly" },
  ledgerPostings: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "appendOnly" },
  ledgerBalances: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  ledgerHolds: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  settlementLines: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  ledgerSeals: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "appendOnly" },
  ledgerHeads: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  ledgerSealKeys: { scope: "shared", placement: "reference", grant: "readWrite" },
  rowAdoptions: { scope: "shared", placement: "reference", grant: "appendOnly" },
  ledgerHeadTellings: { scope: "shared", placement: "reference", grant: "readWrite" },
  ledgerPeriods: { scope: { tenant: "tenantId" }, placement: "reference", grant: "readWrite", audited: true },
  ledgerAdjustments: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite", audited: true },
  ledgerVerifications: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite", json: ["violations"] },
};
