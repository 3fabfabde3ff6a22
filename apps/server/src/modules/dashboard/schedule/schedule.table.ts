import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { FinishStatus } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface ScheduleRows extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  userId: number;
  scheduleTime: string;
  startTime: string | null;
  endTime: string | null;
  content: string;
  status: Generated<ValueOf<typeof FinishStatus>>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    schedules: ScheduleRows;
  }
}

export const scheduleTables: FactsOf<"schedules"> = {
  schedules: { scope: { tenant: "tenantId", user: "userId" }, placement: "local", grant: "readWrite", audited: true },
};
