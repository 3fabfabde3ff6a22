import type {
  ScreeningDecision,
  ScreeningKind,
} from "@countinghouse/contract/funds/screening/screening-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { TenantRow } from "../../../platform/db/columns.ts";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface ScreeningEntries extends TenantRow {
  kind: ValueOf<typeof ScreeningKind>;
  name: string;
  country: string | null;
  decision: ValueOf<typeof ScreeningDecision>;
  list: string;
  reference: string | null;
  /** How the words of the name begin. */
  keys: string[];
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    screeningEntries: ScreeningEntries;
  }
}

export const screeningTables: FactsOf<"screeningEntries"> = {
  screeningEntries: {
    scope: { tenant: "tenantId", isOfOperator: true },
    placement: "local",
    grant: "readWrite",
    audited: true,
  },
};
