import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { CardRegion, CostModel } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated } from "kysely";
import type {
  AmountLimit,
  FixedAmount,
  JsonColumn,
  SwitchColumn,
  TextListColumn,
} from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface GatewayMethodRows extends AuditedColumns {
  id: string;
  tenantId: number;
  gatewayAccountId: string;
  paymentMethodId: string;
  costModel: Generated<ValueOf<typeof CostModel>>;
  refundCost: JsonColumn<FixedAmount[]>;
  disputeCost: JsonColumn<FixedAmount[]>;
  limits: JsonColumn<AmountLimit[]>;
  currencies: TextListColumn;
  countries: TextListColumn;
  status: SwitchColumn;
}

interface GatewayMethodCostRows {
  id: string;
  tenantId: number;
  gatewayMethodId: string;
  currency: string;
  cardRegion: Generated<ValueOf<typeof CardRegion>>;
  percent: number;
  fixed: Generated<string>;
  minimum: string | null;
  maximum: string | null;
  validFrom: string;
  createTime: Generated<string>;
  createUserId: number | null;
  createUserName: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    gatewayMethods: GatewayMethodRows;
    gatewayMethodCosts: GatewayMethodCostRows;
  }
}

export const gatewayAccountPaymentMethodTables: FactsOf<"gatewayMethods" | "gatewayMethodCosts"> = {
  gatewayMethods: {
    scope: { tenant: "tenantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["refundCost", "disputeCost", "limits"],
  },
  gatewayMethodCosts: { scope: { tenant: "tenantId" }, placement: "reference", grant: "readWrite" },
};
