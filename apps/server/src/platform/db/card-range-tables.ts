import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, TableFacts } from "./tables.ts";

interface CardRangeFiles extends AuditedColumns {
  id: string;
  tenantId: number;
  source: string;
  licence: string;
  fileDate: string;
  fileName: string;
  fileBytes: number;
  parts: Generated<number>;
  receivedBytes: Generated<number>;
  status: Generated<
    "uploading" | "checking" | "checked" | "loading" | "inForce" | "replaced" | "withdrawn" | "failed" | "canceled"
  >;
  rowCount: number | null;
  refusedCount: Generated<number>;
  replacedCount: number | null;
  faults: Generated<JSONColumnType<object[]>>;
  failure: string | null;
  failureLine: number | null;
  checkTime: string | null;
  startTime: string | null;
}

interface CardRanges {
  id: Generated<number>;
  tenantId: number;
  fileId: string;
  /** First digits as the file has them: 6 to 11. */
  low: string;
  high: string;
  /** What both ends begin with. */
  prefix: string;
  country: string;
  brand: string | null;
  funding: "credit" | "debit" | "prepaid" | null;
  createTime: Generated<string>;
}

/** Where cards are issued, by their first digits. */
export interface CardRangeTables {
  cardRangeFiles: CardRangeFiles;
  cardRanges: CardRanges;
}

export const cardRangeManifest: Readonly<Record<keyof CardRangeTables, TableFacts>> = {
  cardRangeFiles: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite", audited: true },
  cardRanges: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
};
