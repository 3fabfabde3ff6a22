import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { PaymentMethodCategory } from "@countinghouse/contract/payment-enumerations.ts";
import type {
  ImportVerdict,
  OrderImportStatus,
} from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

interface OrderImports extends AuditedColumns {
  merchantId: string;
  id: string;
  tenantId: number;
  mode: Mode;
  fileName: string;
  fileBytes: number;
  parts: Generated<number>;
  receivedBytes: Generated<number>;
  status: Generated<ValueOf<typeof OrderImportStatus>>;
  locale: string;
  encoding: string | null;
  delimiter: string | null;
  columns: JSONColumnType<object[]>;
  mapping: JSONColumnType<object> | null;
  totals: JSONColumnType<object[]>;
  rowCount: number | null;
  checkNo: Generated<number>;
  doneRows: Generated<number>;
  newCount: Generated<number>;
  presentCount: Generated<number>;
  leftOutCount: Generated<number>;
  refusedCount: Generated<number>;
  importedCount: Generated<number>;
  leaveOutRefused: Generated<boolean>;
  failure: string | null;
  failureRow: number | null;
  checkTime: string | null;
  startTime: string | null;
  finishTime: string | null;
  workerUserId: number | null;
}

interface OrderImportRows {
  merchantId: string;
  importId: string;
  checkNo: number;
  rowNo: number;
  verdict: ValueOf<typeof ImportVerdict>;
  field: string | null;
  columnName: string | null;
  reason: string | null;
  value: string | null;
  merchantOrderNo: string | null;
  currency: string | null;
  amount: string | null;
  status: "paid" | "failed" | "canceled" | null;
  orderTime: string | null;
  paidTime: string | null;
  paymentMethod: string | null;
  methodCategory: ValueOf<typeof PaymentMethodCategory> | null;
  email: string | null;
  country: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  transactionNo: string | null;
  contentHash: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    orderImports: OrderImports;
    orderImportRows: OrderImportRows;
  }
}

export const orderImportTables: FactsOf<"orderImports" | "orderImportRows"> = {
  orderImports: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    audited: true,
    json: ["columns", "mapping", "totals"],
  },
  orderImportRows: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
