import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";
import type { Measures } from "./report-measures.policy.ts";

/** How long a row of the roll-up is. */
export type Grain = "quarter" | "hour" | "day" | "month";

interface Slot extends Measures {
  tenantId: number;
  mode: Mode;
  grain: Grain;
  slot: string;
  gatewayAccountId: string;
  currency: CurrencyCode;
}

interface ReportSlots extends Slot {
  merchantId: string;
  domain: string;
}

interface ReportTotals extends Slot {
  facet: "account" | "all";
}

interface ReportProgress {
  id: number;
  countedUntil: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    reportSlots: ReportSlots;
    reportTotals: ReportTotals;
    reportProgress: ReportProgress;
  }
}

export const reportTables: FactsOf<"reportSlots" | "reportTotals" | "reportProgress"> = {
  reportSlots: { scope: { tenant: "tenantId", merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  reportTotals: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
  reportProgress: { scope: "shared", placement: "local", grant: "readWrite" },
};
