import type { BillCategory, BillStatus } from "@countinghouse/contract/funds/billing/bill-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated } from "kysely";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface Bills {
  merchantId: string;
  id: string;
  tenantId: number;
  mode: Mode;
  batchId: string;
  billingDate: string;
  depositReleasedAmount: Generated<string>;
  /** SHA-256 over its lines. */
  checksum: string;
  status: ValueOf<typeof BillStatus>;
  invoiceNo: string | null;
  issuedTime: string | null;
  confirmedTime: string | null;
  confirmUserId: number | null;
  confirmUserName: string | null;
  queryText: string | null;
  queryTime: string | null;
  queryUserId: number | null;
  queryUserName: string | null;
  answerText: string | null;
  answerTime: string | null;
  createTime: string;
  version: Generated<number>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface BillLines {
  merchantId: string;
  billId: string;
  paymentCategory: ValueOf<typeof BillCategory>;
  orderCount: number;
  grossAmount: string;
  transactionFee: string;
  gatewayFee: string;
  refundCount: number;
  refundAmount: string;
  refundHandlingFee: string;
  disputeCount: number;
  disputeAmount: string;
  disputePenalty: string;
  refusalToPayPenalty: string;
  taxAmount: string;
  adjustmentAmount: string;
  netAmount: string;
  gatewayCostAmount: string;
  marginAmount: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    bills: Bills;
    billLines: BillLines;
  }
}

export const billingTables: FactsOf<"bills" | "billLines"> = {
  bills: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
  },
  billLines: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
