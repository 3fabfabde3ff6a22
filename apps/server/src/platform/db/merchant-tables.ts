import type { Generated } from "kysely";
import type { AuditedColumns, TableFacts } from "./tables.ts";

type Status =
  | "draft"
  | "submitted"
  | "under_review"
  | "more_info"
  | "rejected"
  | "approved"
  | "active"
  | "suspended"
  | "closing"
  | "closed";

interface MerchantRows extends AuditedColumns {
  id: string;
  tenantId: number;
  orgId: number;
  merchantNo: string;
  name: string;
  legalName: string;
  nameEn: string | null;
  type: "company" | "sole_trader" | "individual";
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
  riskLevel: Generated<"low" | "medium" | "high" | "prohibited">;
  status: Generated<Status>;
  statusReason: string | null;
  canPay: Generated<boolean>;
  canRefund: Generated<boolean>;
  canWithdraw: Generated<boolean>;
  canPayout: Generated<boolean>;
  /** The tenant's own book; no customer. */
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
  fromStatus: Status | null;
  toStatus: Status;
  userId: number | null;
  userName: string | null;
  reason: string | null;
}

interface MerchantRequestRows extends AuditedColumns {
  merchantId: string;
  id: string;
  tenantId: number;
  wanted: readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[];
  note: string | null;
  status: Generated<"open" | "done" | "declined">;
  answer: string | null;
  decideUserName: string | null;
  decideTime: string | null;
}

/** Merchants and what they own. */
export interface MerchantTables {
  merchantRequests: MerchantRequestRows;
  merchants: MerchantRows;
  merchantSteps: MerchantStepRows;
}

export const merchantManifest: Readonly<Record<keyof MerchantTables, TableFacts>> = {
  merchants: {
    scope: { tenant: "tenantId", org: "orgId", self: "createUserId", merchant: "id" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
  },
  merchantRequests: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    audited: true,
  },
  merchantSteps: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "appendOnly" },
};
