import type { CashoutPosition } from "@countinghouse/contract/funds/cashout/cashout.ts";
import type { PayoutFailure } from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import type { HolderType } from "@countinghouse/contract/funds/payout-account/payout-account-enumerations.ts";
import type {
  PayoutMethod,
  PayoutOrderFlag,
  PayoutOrderReturn,
  PayoutOrderStatus,
  PayoutPurpose,
} from "@countinghouse/contract/funds/payout-order/payout-order-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { WithdrawFeeMode } from "@countinghouse/contract/terms-enumerations.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { JsonColumn } from "../../../platform/db/columns.ts";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";
import type { StoredApproval } from "../outbound/index.ts";

interface PayoutOrders {
  merchantId: string;
  id: string;
  tenantId: number;
  payoutOrderNo: string;
  merchantPayoutNo: string;
  appId: string | null;
  mode: Mode;
  currency: string;
  amount: string;
  feeMode: ValueOf<typeof WithdrawFeeMode>;
  feeAmount: string;
  debitedAmount: string;
  sentAmount: string;
  termsId: string;
  method: ValueOf<typeof PayoutMethod>;
  beneficiaryType: ValueOf<typeof HolderType>;
  beneficiaryName: string;
  country: string;
  accountLabel: string;
  beneficiary: string;
  accountDigest: string;
  purpose: ValueOf<typeof PayoutPurpose>;
  reference: string | null;
  status: ValueOf<typeof PayoutOrderStatus>;
  returnCause: ValueOf<typeof PayoutOrderReturn> | null;
  riskFlags: JsonColumn<ValueOf<typeof PayoutOrderFlag>[]>;
  position: JSONColumnType<CashoutPosition>;
  approvalsNeeded: number;
  approvals: JsonColumn<StoredApproval[]>;
  /** Users who resubmitted the returned order. */
  submitterIds: JSONColumnType<number[]> | null;
  fileName: string | null;
  /** The failed or returned order that this one repeats. */
  retryOf: string | null;
  applyUserId: number | null;
  applyUserName: string | null;
  applyTime: string;
  /** Time by whose day it counts towards the daily cap. */
  countedTime: string;
  auditUserId: number | null;
  auditUserName: string | null;
  auditTime: string | null;
  auditRemark: string | null;
  fundingAccountId: string | null;
  payoutId: string | null;
  bankReference: string | null;
  failureCode: ValueOf<typeof PayoutFailure> | null;
  failureMessage: string | null;
  paidTime: string | null;
  returnedTime: string | null;
  returnedAmount: string | null;
  finishedTime: string | null;
  /** The key of the requesting server, and the users who had made its secrets by then. */
  appKey: Generated<string | null>;
  keyMakerIds: JSONColumnType<number[]> | null;
  eventSeq: Generated<number>;
  version: Generated<number>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    payoutOrders: PayoutOrders;
  }
}

export const payoutOrderTables: FactsOf<"payoutOrders"> = {
  payoutOrders: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    json: ["riskFlags", "position", "approvals", "keyMakerIds", "submitterIds"],
  },
};
