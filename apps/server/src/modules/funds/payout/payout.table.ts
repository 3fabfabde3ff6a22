import type {
  PayoutDifference,
  PayoutFailure,
  PayoutStatus,
} from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated } from "kysely";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface Payouts {
  merchantId: string;
  id: string;
  tenantId: number;
  payoutNo: string;
  mode: Mode;
  sourceType: "cashout" | "payout_order";
  sourceId: string;
  sourceNo: string;
  fundingAccountId: string;
  gatewayAccountId: string | null;
  currency: string;
  amount: string;
  beneficiary: string;
  status: ValueOf<typeof PayoutStatus>;
  providerReference: string | null;
  /** The amount paid, where it differs from the amount requested. */
  paidAmount: string | null;
  paidCurrency: string | null;
  differenceCause: ValueOf<typeof PayoutDifference> | null;
  differenceNote: string | null;
  differenceUserName: string | null;
  differenceTime: string | null;
  failureCode: ValueOf<typeof PayoutFailure> | null;
  failureMessage: string | null;
  attempts: Generated<number>;
  isDoubted: Generated<boolean>;
  queryCount: Generated<number>;
  notFoundCount: Generated<number>;
  notFoundSince: Generated<string | null>;
  nextRetryTime: string | null;
  /** Since when it waits for funds, and the balance that its provider reported. */
  shortSince: string | null;
  availableAmount: string | null;
  createTime: string;
  submitTime: string | null;
  finishedTime: string | null;
  version: Generated<number>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    payouts: Payouts;
  }
}

export const payoutTables: FactsOf<"payouts"> = {
  payouts: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
  },
};
