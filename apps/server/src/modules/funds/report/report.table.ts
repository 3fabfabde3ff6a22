import type {
  ReportCadence,
  ReportFileFormat,
  ReportGroup,
  ReportSending,
  ReportSpan,
  ScheduledReport,
} from "@countinghouse/contract/funds/report/report-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { SwitchStatus } from "@countinghouse/contract/payment-enumerations.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";
import type { RollupGrain } from "./report-measures.policy.ts";

interface ReportFigures {
  orders: number;
  rejected: number;
  attempted: number;
  cohortPaid: number;
  firstTry: number;
  paid: number;
  sent: number;
  approved: number;
  declined: number;
  errors: number;
  answers: number;
  latencyMs: number;
  refunds: number;
  refundedOrders: number;
  disputes: number;
  disputesWon: number;
  disputesLost: number;
  sales: string;
  refunded: string;
  disputed: string;
  disputeLoss: string;
  fee: string;
  cost: string;
  houseCost: string;
  margin: string;
}

interface ReportTotals extends ReportFigures {
  tenantId: number;
  mode: Mode;
  grain: RollupGrain;
  slot: string;
  gatewayAccountId: string;
  currency: CurrencyCode;
  facet: "account" | "all";
}

interface ReportSlots extends ReportFigures {
  merchantId: string;
  tenantId: number;
  mode: Mode;
  grain: RollupGrain;
  slot: string;
  gatewayAccountId: string;
  domain: string;
  currency: CurrencyCode;
}

interface ReportProgress {
  id: number;
  countedUntil: string;
}

interface ReportSchedules extends AuditedColumns {
  id: string;
  tenantId: number;
  userId: number;
  name: string;
  report: ValueOf<typeof ScheduledReport>;
  mode: Mode;
  span: ValueOf<typeof ReportSpan>;
  groupBy: ValueOf<typeof ReportGroup>;
  currency: CurrencyCode | null;
  merchantId: string | null;
  format: ValueOf<typeof ReportFileFormat>;
  locale: "en" | "zh-cn" | "zh-tw";
  timeZone: string;
  cadence: ValueOf<typeof ReportCadence>;
  onDay: number | null;
  atTime: string;
  recipients: JSONColumnType<string[]>;
  fileEndpointId: string | null;
  status: Generated<ValueOf<typeof SwitchStatus>>;
  nextTime: string;
  askedTime: string | null;
  lastTime: string | null;
  lastState: ValueOf<typeof ReportSending> | null;
  lastError: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    reportSlots: ReportSlots;
    reportTotals: ReportTotals;
    reportProgress: ReportProgress;
    reportSchedules: ReportSchedules;
  }
}

export const reportTables: FactsOf<"reportSlots" | "reportTotals" | "reportProgress" | "reportSchedules"> = {
  reportSlots: { scope: { tenant: "tenantId", merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  reportTotals: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
  reportProgress: { scope: "shared", placement: "local", grant: "readWrite" },
  reportSchedules: {
    scope: { tenant: "tenantId", user: "userId" },
    placement: "local",
    grant: "readWrite",
    audited: true,
    json: ["recipients"],
  },
};
