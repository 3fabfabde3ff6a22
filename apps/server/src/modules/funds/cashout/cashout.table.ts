import type { CashoutPosition } from "@countinghouse/contract/funds/cashout/cashout.ts";
import type {
  CashoutFlag,
  CashoutReturn,
  CashoutStatus,
  PayoutFailure,
} from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { WithdrawFeeMode } from "@countinghouse/contract/terms-enumerations.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { JsonColumn } from "../../../platform/db/columns.ts";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";
import type { StoredApproval } from "../outbound/index.ts";

interface Cashouts {
  merchantId: string;
  id: string;
  tenantId: number;
  cashoutNo: string;
  mode: Mode;
  currency: string;
  amount: string;
  feeMode: ValueOf<typeof WithdrawFeeMode>;
  feeAmount: string;
  debitedAmount: string;
  sentAmount: string;
  termsId: string;
  payoutAccountId: string;
  accountLabel: string;
  targetCurrency: string;
  targetAmount: string;
  midAmount: string;
  askedTargetAmount: string;
  fxMid: string | null;
  fxMarkup: number | null;
  fxRate: string | null;
  quoteId: string | null;
  quoteExpireTime: string | null;
  status: ValueOf<typeof CashoutStatus>;
  returnCause: ValueOf<typeof CashoutReturn> | null;
  riskFlags: JsonColumn<ValueOf<typeof CashoutFlag>[]>;
  position: JSONColumnType<CashoutPosition>;
  approvalsNeeded: number;
  approvals: JsonColumn<StoredApproval[]>;
  applyUserId: number | null;
  applyUserName: string | null;
  applyTime: string;
  /** Time by whose day it counts towards the daily cap, where it is not the request time. */
  countedTime: string | null;
  remark: string | null;
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
  /** Users who resubmitted the returned withdrawal. */
  submitterIds: JSONColumnType<number[]> | null;
  eventSeq: Generated<number>;
  version: Generated<number>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    cashouts: Cashouts;
  }
}

export const cashoutTables: FactsOf<"cashouts"> = {
  cashouts: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    json: ["riskFlags", "position", "approvals", "keyMakerIds", "submitterIds"],
  },
};
