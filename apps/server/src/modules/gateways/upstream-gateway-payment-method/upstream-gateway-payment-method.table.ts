import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { PaymentFlow } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated } from "kysely";
import type {
  AmountLimit,
  FixedAmount,
  JsonColumn,
  SwitchColumn,
  TextListColumn,
} from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface UpstreamMethodRows extends AuditedColumns {
  id: string;
  tenantId: number;
  upstreamGatewayId: string;
  paymentMethodId: string;
  flow: ValueOf<typeof PaymentFlow>;
  currencies: TextListColumn;
  countries: TextListColumn;
  limits: JsonColumn<AmountLimit[]>;
  supports: TextListColumn;
  refundWindowDays: Generated<number>;
  disputeWindowDays: Generated<number>;
  defaultCostPercent: number;
  defaultCostFixed: JsonColumn<FixedAmount[]>;
  status: SwitchColumn;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    upstreamMethods: UpstreamMethodRows;
  }
}

export const upstreamGatewayPaymentMethodTables: FactsOf<"upstreamMethods"> = {
  upstreamMethods: {
    scope: { tenant: "tenantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["limits", "defaultCostFixed"],
  },
};
