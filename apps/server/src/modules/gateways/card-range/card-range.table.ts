import type {
  CardFunding,
  CardRangeFileStatus,
} from "@countinghouse/contract/gateways/card-range/card-range-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

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
  status: Generated<ValueOf<typeof CardRangeFileStatus>>;
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
  /** First digits as in the file: 6 to 11. */
  low: string;
  high: string;
  /** Common prefix of both ends. */
  prefix: string;
  country: string;
  brand: string | null;
  funding: ValueOf<typeof CardFunding> | null;
  createTime: Generated<string>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    cardRangeFiles: CardRangeFiles;
    cardRanges: CardRanges;
  }
}

export const cardRangeTables: FactsOf<"cardRangeFiles" | "cardRanges"> = {
  cardRangeFiles: {
    scope: { tenant: "tenantId" },
    placement: "local",
    grant: "readWrite",
    audited: true,
    json: ["faults"],
  },
  cardRanges: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
};
