import type {
  AccountCheck,
  AccountNumberKind,
  HolderType,
  PayoutAccountKind,
  VerifyStatus,
} from "@countinghouse/contract/funds/payout-account/payout-account-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { SwitchColumn } from "../../../platform/db/columns.ts";
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
  status: SwitchColumn;
  verifyStatus: Generated<ValueOf<typeof VerifyStatus>>;
  verifyUserId: number | null;
  verifyUserName: string | null;
  verifyTime: string | null;
  verifyEvidence: string | null;
  /** The provider's check of the account holder's name, and its time. */
  providerCheck: Generated<ValueOf<typeof AccountCheck> | null>;
  providerCheckTime: Generated<string | null>;
  lastChangeTime: string;
  lastChangeUserId: number | null;
  /** Whether only people may verify it: it was rejected, or money was returned from it. */
  peopleDecide: boolean | null;
  /** Users who changed it since its last verification. */
  changerIds: JSONColumnType<number[]> | null;
  /** The user who reported a return from it, if one did. */
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
    json: ["changerIds"],
    unrecorded: ["numberSealed"],
  },
};
