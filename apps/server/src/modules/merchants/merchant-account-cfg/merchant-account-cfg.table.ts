import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { FeeBearing } from "@countinghouse/contract/payment-enumerations.ts";
import type {
  LateSuccessPolicy,
  RefundSource,
  ReserveType,
  SettlementFrequency,
  WithdrawFeeMode,
} from "@countinghouse/contract/terms-enumerations.ts";
import type { Generated } from "kysely";
import type { VersionColumns } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface AccountTermsRows extends AuditedColumns, VersionColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  settlementCurrency: string;
  settlementDays: number;
  settlementFrequency: ValueOf<typeof SettlementFrequency>;
  settlementDay: number | null;
  calendars: Generated<string[]>;
  settlementZone: string;
  cutoffTime: string | null;
  minSettlementAmount: Generated<string>;
  autoSettle: Generated<boolean>;
  reserveType: Generated<ValueOf<typeof ReserveType>>;
  reserveRatio: Generated<number>;
  reserveDays: Generated<number>;
  reserveCap: string | null;
  fixedDepositTarget: string | null;
  negativeBalanceLimit: Generated<string>;
  withdrawMin: Generated<string>;
  withdrawMax: string | null;
  withdrawDailyMax: string | null;
  withdrawStep: Generated<string>;
  withdrawFeePercent: Generated<number>;
  withdrawFeeFixed: Generated<string>;
  withdrawFeeMode: Generated<ValueOf<typeof WithdrawFeeMode>>;
  autoApproveLimit: Generated<string>;
  minRetained: Generated<string>;
  fxMarkup: Generated<number>;
  gatewayFeeMode: Generated<ValueOf<typeof FeeBearing>>;
  refundSource: Generated<ValueOf<typeof RefundSource>>;
  lateSuccessPolicy: Generated<ValueOf<typeof LateSuccessPolicy>>;
  remark: string | null;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    accountTerms: AccountTermsRows;
  }
}

export const merchantAccountCfgTables: FactsOf<"accountTerms"> = {
  accountTerms: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    unrecorded: ["seal"],
  },
};
