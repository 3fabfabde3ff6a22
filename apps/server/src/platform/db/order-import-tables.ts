import type { Generated, JSONColumnType } from "kysely";
import type { MethodCategory } from "./gateway-tables.ts";
import type { AuditedColumns, Mode, TableFacts } from "./tables.ts";

type State =
  | "uploading"
  | "inspecting"
  | "mapping"
  | "checking"
  | "checked"
  | "importing"
  | "stopped"
  | "done"
  | "failed"
  | "canceled"
  | "undoing"
  | "undone";

interface OrderImports extends AuditedColumns {
  merchantId: string;
  id: string;
  tenantId: number;
  mode: Mode;
  fileName: string;
  fileBytes: number;
  parts: Generated<number>;
  receivedBytes: Generated<number>;
  status: Generated<State>;
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
  verdict: "new" | "present" | "leftOut" | "refused";
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
  methodCategory: MethodCategory | null;
  email: string | null;
  country: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  transactionNo: string | null;
  contentHash: string | null;
}

/** Files of orders that were taken elsewhere. */
export interface OrderImportTables {
  orderImports: OrderImports;
  orderImportRows: OrderImportRows;
}

const ofMerchant = { tenant: "tenantId", merchant: "merchantId" } as const;

export const orderImportManifest: Readonly<Record<keyof OrderImportTables, TableFacts>> = {
  orderImports: { scope: ofMerchant, placement: "distributed", grant: "readWrite", audited: true },
  orderImportRows: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
