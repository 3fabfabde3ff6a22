import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { RefundBucket, RefundReason } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import type {
  RefundImportFailure,
  RefundImportStatus,
  RefundRowVerdict,
} from "@countinghouse/contract/payments/refund-import/refund-import-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

interface RefundImports extends AuditedColumns {
  merchantId: string;
  id: string;
  tenantId: number;
  mode: Mode;
  fileName: string;
  fileBytes: number;
  status: Generated<ValueOf<typeof RefundImportStatus>>;
  locale: string;
  rowCount: number;
  doneRows: Generated<number>;
  leaveOutRefused: Generated<boolean>;
  failure: ValueOf<typeof RefundImportFailure> | null;
  checkTime: string | null;
  startTime: string | null;
  finishTime: string | null;
  workerUserId: number | null;
}

interface RefundImportRows {
  merchantId: string;
  importId: string;
  rowNo: number;
  turn: number;
  mode: Mode;
  /** Null until the dry run. */
  verdict: ValueOf<typeof RefundRowVerdict> | null;
  refusal: string | null;
  orderId: string | null;
  orderNo: string | null;
  merchantOrderNo: string | null;
  amount: string | null;
  currency: string | null;
  reason: ValueOf<typeof RefundReason> | null;
  remark: string | null;
  merchantRefundNo: string | null;
  settleAmount: string | null;
  settleCurrency: string | null;
  handlingFee: string | null;
  sourceBucket: ValueOf<typeof RefundBucket> | null;
  rowKey: string | null;
  refundId: string | null;
  /** Keyed digest of the columns that `sealedColumns` lists. */
  seal: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    refundImports: RefundImports;
    refundImportRows: RefundImportRows;
  }
}

export const refundImportTables: FactsOf<"refundImports" | "refundImportRows"> = {
  refundImports: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    audited: true,
  },
  refundImportRows: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
