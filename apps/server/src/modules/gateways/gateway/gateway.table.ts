import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { TaxBase } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated } from "kysely";
import type { ServiceColumn } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

interface GatewayRows extends AuditedColumns {
  id: string;
  tenantId: number;
  gatewayNo: string;
  name: string;
  upstreamGatewayId: string;
  mode: Mode;
  region: string | null;
  legalEntity: string | null;
  cutoffTime: Generated<string>;
  cutoffTimezone: Generated<string>;
  settlementLagDays: Generated<number>;
  businessCalendar: string | null;
  priority: Generated<number>;
  status: ServiceColumn;
  remark: string | null;
}

interface GatewayTaxRows extends AuditedColumns {
  id: string;
  tenantId: number;
  gatewayId: string;
  country: string;
  base: ValueOf<typeof TaxBase>;
  taxName: string;
  rate: number;
  isInclusive: Generated<boolean>;
  currency: string | null;
  registrationNo: string | null;
  validFrom: string;
  validTo: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    gateways: GatewayRows;
    gatewayTaxes: GatewayTaxRows;
  }
}

export const gatewayTables: FactsOf<"gateways" | "gatewayTaxes"> = {
  gateways: { scope: { tenant: "tenantId" }, placement: "reference", grant: "readWrite", audited: true },
  gatewayTaxes: { scope: { tenant: "tenantId" }, placement: "reference", grant: "readWrite", audited: true },
};
