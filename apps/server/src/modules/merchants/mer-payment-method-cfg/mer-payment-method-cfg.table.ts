import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { CardRegion, PaymentMethodCategory } from "@countinghouse/contract/payment-enumerations.ts";
import type {
  FeeReturn,
  GatewayFeeChoice,
  ThreeDsPolicy,
  TierMode,
} from "@countinghouse/contract/terms-enumerations.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { VersionColumns } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

interface StoredTier {
  readonly from: string;
  readonly percent: number;
}

interface FeeRuleRows extends AuditedColumns, VersionColumns {
  id: string;
  tenantId: number;
  merchantId: string | null;
  method: string | null;
  methodCategory: ValueOf<typeof PaymentMethodCategory> | null;
  gatewayAccountId: string | null;
  currency: string | null;
  cardRegion: Generated<ValueOf<typeof CardRegion>>;
  percent: number;
  fixed: Generated<string>;
  minFee: string | null;
  maxFee: string | null;
  feesMayExceed: Generated<boolean>;
  tierMode: Generated<ValueOf<typeof TierMode>>;
  tiers: JSONColumnType<StoredTier[], string | undefined, string>;
  refundFee: Generated<string>;
  refundFeePercent: Generated<number>;
  returnFeeOnRefund: Generated<ValueOf<typeof FeeReturn>>;
  inquiryFee: Generated<string>;
  disputePenalty: Generated<string>;
  disputePenaltyRefundOnWin: Generated<boolean>;
  refusalPenalty: Generated<string>;
  settlementDays: number | null;
  reserveRatio: number | null;
  reserveDays: number | null;
  gatewayFeeMode: Generated<ValueOf<typeof GatewayFeeChoice>>;
  minAmount: string | null;
  maxAmount: string | null;
  dailyAmount: string | null;
  threeDsPolicy: Generated<ValueOf<typeof ThreeDsPolicy>>;
  remark: string | null;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface MerchantVolumeRows {
  merchantId: string;
  mode: Mode;
  month: string;
  currency: string;
  captured: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    feeRules: FeeRuleRows;
    merchantVolumes: MerchantVolumeRows;
  }
}

export const merPaymentMethodCfgTables: FactsOf<"feeRules" | "merchantVolumes"> = {
  feeRules: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["tiers"],
    unrecorded: ["seal"],
  },
  merchantVolumes: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
