import type { BankCsvMapping } from "@countinghouse/contract/funds/bank-statement/bank-csv.ts";
import type {
  BankFormat,
  BankLineStatus,
  BankLineType,
  BankMatch,
  BankRefType,
  BankResolution,
  BankStatementStatus,
} from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

interface BankStatements extends AuditedColumns {
  /** The tenant's house account. */
  merchantId: string;
  id: string;
  tenantId: number;
  statementNo: string;
  mode: Mode;
  payoutAccountId: string;
  bankNo: string;
  format: ValueOf<typeof BankFormat>;
  fileName: string;
  fileHash: string;
  filePart: number;
  /** No connector fetches statements yet. */
  source: "upload" | "connector";
  fromDate: string;
  toDate: string;
  currency: CurrencyCode;
  lineCount: number;
  openingAmount: string;
  creditAmount: string;
  debitAmount: string;
  closingAmount: string;
  mapping: BankCsvMapping | null;
  openCount: Generated<number>;
  openAmount: Generated<string>;
  openSince: string | null;
  status: ValueOf<typeof BankStatementStatus>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface BankLines {
  /** The tenant's house account. */
  merchantId: string;
  id: string;
  tenantId: number;
  statementId: string;
  mode: Mode;
  payoutAccountId: string;
  lineNo: number;
  type: ValueOf<typeof BankLineType>;
  bookingDate: string;
  valueDate: string;
  currency: CurrencyCode;
  amount: string;
  bankCode: string;
  bankRef: string;
  endToEndId: string;
  partyName: string;
  partyAccount: string;
  remittance: string;
  ourMerchantId: string | null;
  ourRefType: ValueOf<typeof BankRefType> | null;
  ourRefId: string | null;
  ourRefNo: string | null;
  ourSourceId: string | null;
  ourSourceNo: string | null;
  ourAmount: string | null;
  ourDate: string | null;
  matchStatus: ValueOf<typeof BankMatch> | null;
  difference: Generated<string>;
  chargeAmount: Generated<string>;
  lossAmount: Generated<string>;
  suspenseAmount: Generated<string>;
  /** The currency of our record where it is another than the line's. */
  foreignCurrency: CurrencyCode | null;
  toldCurrency: CurrencyCode | null;
  toldAmount: string | null;
  exchangeRate: string | null;
  exchangeAmount: string | null;
  status: ValueOf<typeof BankLineStatus>;
  resolution: ValueOf<typeof BankResolution> | null;
  remark: string | null;
  resolveUserId: number | null;
  resolveUserName: string | null;
  resolveTime: string | null;
  since: string;
  createTime: string;
  version: Generated<number>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

/** The part of a line matched to a record. Append-only. */
interface BankLineParts {
  /** The tenant's house account. */
  merchantId: string;
  id: string;
  tenantId: number;
  mode: Mode;
  lineId: string;
  ourMerchantId: string;
  ourRefType: ValueOf<typeof BankRefType>;
  ourRefId: string;
  ourRefNo: string;
  ourSourceId: string;
  ourSourceNo: string;
  ourDate: string;
  amount: string;
  isWhole: boolean;
  createTime: string;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    bankStatements: BankStatements;
    bankLines: BankLines;
    bankLineParts: BankLineParts;
  }
}

/** Rows of the house account, and so for the operator only. */
const scope = { tenant: "tenantId", merchant: "merchantId", isOfOperator: true } as const;

export const bankStatementTables: FactsOf<"bankStatements" | "bankLines" | "bankLineParts"> = {
  bankStatements: { scope, placement: "distributed", grant: "readWrite", audited: true, json: ["mapping"] },
  bankLines: { scope, placement: "distributed", grant: "readWrite" },
  bankLineParts: { scope, placement: "distributed", grant: "readWrite" },
};
