import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type {
  MerchantStatus,
  MerchantType,
  RiskLevel,
} from "@countinghouse/contract/merchants/merchant/merchant-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface MerchantRows extends AuditedColumns {
  id: string;
  tenantId: number;
  orgId: number;
  merchantNo: string;
  name: string;
  legalName: string;
  nameEn: string | null;
  type: ValueOf<typeof MerchantType>;
  country: string;
  registrationNo: string;
  taxNo: string | null;
  incorporationDate: string | null;
  registeredAddress: string | null;
  mcc: string;
  businessModel: string | null;
  website: string | null;
  currency: string;
  expectedMonthlyVolume: string | null;
  averageTicket: string | null;
  timezone: string;
  contactName: string;
  contactPhone: string;
  contactEmail: string;
  riskLevel: Generated<ValueOf<typeof RiskLevel>>;
  status: Generated<ValueOf<typeof MerchantStatus>>;
  statusReason: string | null;
  canPay: Generated<boolean>;
  canRefund: Generated<boolean>;
  canWithdraw: Generated<boolean>;
  canPayout: Generated<boolean>;
  /** The tenant's own house account, not a customer. */
  isHouse: Generated<boolean>;
  submitUserId: number | null;
  approveUserId: number | null;
  rejectTime: string | null;
}

interface MerchantStepRows {
  merchantId: string;
  id: string;
  at: string;
  action: string;
  fromStatus: ValueOf<typeof MerchantStatus> | null;
  toStatus: ValueOf<typeof MerchantStatus>;
  userId: number | null;
  userName: string | null;
  reason: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    merchants: MerchantRows;
    merchantSteps: MerchantStepRows;
  }
}

export const merchantTables: FactsOf<"merchants" | "merchantSteps"> = {
  merchants: {
    scope: { tenant: "tenantId", org: "orgId", self: "createUserId", merchant: "id" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
  },
  merchantSteps: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "appendOnly" },
};
