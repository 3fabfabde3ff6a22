import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { SwitchStatus } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated } from "kysely";
import type {
  AmountLimit,
  FixedAmount,
  JsonColumn,
  NullableJsonColumn,
  TextListColumn,
} from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

type Words = Readonly<Partial<Record<"en" | "zh-cn" | "zh-tw", string>>>;

interface ChannelRows extends AuditedColumns {
  id: string;
  tenantId: number;
  channelCode: string;
  name: string;
  paymentMethodId: string;
  gatewayId: string | null;
  currencies: TextListColumn;
  countries: TextListColumn;
  checkoutLabel: NullableJsonColumn<Words>;
  sort: Generated<number>;
  limits: JsonColumn<AmountLimit[]>;
  recommendedPercent: Generated<number>;
  recommendedFixed: JsonColumn<FixedAmount[]>;
  status: Generated<ValueOf<typeof SwitchStatus>>;
  maintenanceFrom: string | null;
  maintenanceTo: string | null;
  maintenanceMessage: NullableJsonColumn<Words>;
  remark: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    channels: ChannelRows;
  }
}

export const channelTables: FactsOf<"channels"> = {
  channels: {
    scope: { tenant: "tenantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["checkoutLabel", "limits", "recommendedFixed", "maintenanceMessage"],
  },
};
