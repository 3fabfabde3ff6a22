import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { SwitchStatus } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated } from "kysely";
import type { AmountLimit, JsonColumn, TextListColumn } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface MerPayChannelCfgRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  coinAppId: string | null;
  channelId: string;
  isOffered: Generated<boolean>;
  sort: Generated<number>;
  currencies: TextListColumn;
  countries: TextListColumn;
  devices: TextListColumn;
  limits: JsonColumn<AmountLimit[]>;
  status: Generated<ValueOf<typeof SwitchStatus>>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    merPayChannelCfgs: MerPayChannelCfgRows;
  }
}

export const merPayChannelCfgTables: FactsOf<"merPayChannelCfgs"> = {
  merPayChannelCfgs: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["limits"],
  },
};
