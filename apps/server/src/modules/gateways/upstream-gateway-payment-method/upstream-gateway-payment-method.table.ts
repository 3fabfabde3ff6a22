import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { PaymentFlow } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated } from "kysely";
import type { AmountLimit, FixedAmount, Json, List, Switch } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface UpstreamMethodRows extends AuditedColumns {
  id: string;
  tenantId: number;
  upstreamGatewayId: string;
  paymentMethodId: string;
  upstreamCode: string;
  flow: ValueOf<typeof PaymentFlow>;
  currencies: List;
  countries: List;
  limits: Json<AmountLimit[]>;
  supports: List;
  refundWindowDays: Generated<number>;
  disputeWindowDays: Generated<number>;
  settlementLagDays: Generated<number>;
  defaultCostPercent: number;
  defaultCostFixed: Json<FixedAmount[]>;
  status: Switch;
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
