import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { PaymentMethodCategory } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated } from "kysely";
import type { SwitchColumn } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface PaymentMethodRows extends AuditedColumns {
  id: string;
  tenantId: number;
  code: string;
  nameEn: string;
  nameZhCn: string;
  nameZhTw: string;
  category: ValueOf<typeof PaymentMethodCategory>;
  sort: Generated<number>;
  status: SwitchColumn;
  remark: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    paymentMethods: PaymentMethodRows;
  }
}

export const paymentMethodTables: FactsOf<"paymentMethods"> = {
  paymentMethods: { scope: { tenant: "tenantId" }, placement: "reference", grant: "readWrite", audited: true },
};
