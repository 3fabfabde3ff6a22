import type { BindingStatus, UnknownIssuer } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated } from "kysely";
import type { JsonColumn, NullableJsonColumn, TextListColumn } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

/** Limits of a merchant on an account in one currency, in minor units as text. */
interface BindingLimit {
  readonly currency: string;
  readonly dailyAmount: string | null;
  readonly dailyCount: number | null;
  readonly monthlyAmount: string | null;
}

interface MerGatewayAccountCfgRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  gatewayAccountId: string;
  mode: Mode;
  priority: number;
  weight: number;
  coinAppIds: TextListColumn;
  paymentMethods: TextListColumn;
  paymentTypes: TextListColumn;
  currencies: TextListColumn;
  countries: TextListColumn;
  binCountries: TextListColumn;
  unknownIssuer: Generated<ValueOf<typeof UnknownIssuer>>;
  limits: JsonColumn<BindingLimit[]>;
  subMid: string | null;
  descriptor: string | null;
  validFrom: string | null;
  validTo: string | null;
  status: ValueOf<typeof BindingStatus>;
  proposal: NullableJsonColumn<Record<string, unknown>>;
  proposeUserId: number | null;
  proposeUserName: string | null;
  proposeTime: string | null;
  approveUserId: number | null;
  approveUserName: string | null;
  approveTime: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    merGatewayAccountCfgs: MerGatewayAccountCfgRows;
  }
}

export const merGatewayAccountCfgTables: FactsOf<"merGatewayAccountCfgs"> = {
  merGatewayAccountCfgs: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["limits", "proposal"],
  },
};
