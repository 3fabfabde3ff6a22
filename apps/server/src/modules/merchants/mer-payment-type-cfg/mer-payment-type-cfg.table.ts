import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { PaymentType } from "@countinghouse/contract/payment-enumerations.ts";
import type { PciLevel } from "@countinghouse/contract/terms-enumerations.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { SwitchColumn } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface StoredLimit {
  readonly currency: string;
  readonly perTransactionMax: string | null;
  readonly dailyMax: string | null;
}

interface PaymentTypeTermsRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  coinAppId: string | null;
  paymentType: ValueOf<typeof PaymentType>;
  status: SwitchColumn;
  requireCvc: Generated<boolean>;
  requireThreeDs: Generated<boolean>;
  allowSavedCard: Generated<boolean>;
  allowManualCapture: Generated<boolean>;
  maxAttempts: number | null;
  orderExpireMinutes: number | null;
  limits: JSONColumnType<StoredLimit[], string | undefined, string>;
  pciLevel: ValueOf<typeof PciLevel> | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    paymentTypeTerms: PaymentTypeTermsRows;
  }
}

export const merPaymentTypeCfgTables: FactsOf<"paymentTypeTerms"> = {
  paymentTypeTerms: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["limits"],
  },
};
