import type { BusinessDayKind } from "@countinghouse/contract/funds/calendar/calendar.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated } from "kysely";
import type { TenantRow } from "../../../platform/db/columns.ts";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface BusinessDays extends TenantRow {
  calendar: string;
  day: string;
  name: string;
  kind: Generated<ValueOf<typeof BusinessDayKind>>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    businessDays: BusinessDays;
  }
}

export const calendarTables: FactsOf<"businessDays"> = {
  businessDays: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite", audited: true },
};
