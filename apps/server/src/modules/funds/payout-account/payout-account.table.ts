import type {
  AccountNumberKind,
  HolderType,
  PayoutAccountKind,
  VerifyStatus,
} from "@countinghouse/contract/funds/payout-account/payout-account-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated } from "kysely";
import type { Switch } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

interface PayoutAccounts extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string | null;
  kind: ValueOf<typeof PayoutAccountKind>;
  mode: Mode;
  holderType: ValueOf<typeof HolderType>;
  holderName: string;
  nameMatch: number | null;
  currency: string;
  country: string;
  bankName: string;
  swift: string | null;
  routingNo: string | null;
  branch: string | null;
  numberKind: ValueOf<typeof AccountNumberKind>;
  numberSealed: string;
  last4: string;
  gatewayAccountId: string | null;
  isDefault: Generated<boolean>;
  status: Switch;
  verifyStatus: Generated<ValueOf<typeof VerifyStatus>>;
  verifyUserId: number | null;
  verifyUserName: string | null;
  verifyTime: string | null;
  verifyEvidence: string | null;
  lastChangeTime: string;
  lastChangeUserId: number | null;
  /** Who said that money came back from it, where a person did. */
  doubtUserId: Generated<number | null>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    payoutAccounts: PayoutAccounts;
  }
}

export const payoutAccountTables: FactsOf<"payoutAccounts"> = {
  payoutAccounts: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
  },
};
