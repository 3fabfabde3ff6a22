import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type {
  RefundApplicant,
  RefundBucket,
  RefundExcessCause,
  RefundFailure,
  RefundReason,
  RefundReviewCause,
  RefundStatus,
  RefundToldOutcome,
} from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

/** A refund's share of one capture; in minor units of the refund's currency and of its settlement currency. */
export interface StoredPart {
  readonly captureId: string;
  readonly captureNo: string;
  readonly amount: string;
  readonly settleAmount: string;
}

/** A further refund that a gateway made beside the requested one, in minor units of the same currency. */
export interface OtherRefund {
  readonly upstreamRefundId: string;
  readonly amount: string;
  /** Its number among all that were made for the refund, from 1; old rows are numbered by position. */
  readonly no?: number;
  /** Its money was returned: reported with its number, or assumed without one, so that it may have been another. */
  readonly back?: "told" | "assumed";
}

interface OrderRefunds {
  merchantId: string;
  id: string;
  tenantId: number;
  refundNo: string;
  merchantRefundNo: string | null;
  contentHash: string | null;
  appId: string | null;
  appKey: string | null;
  mode: Mode;
  orderId: string;
  orderNo: string;
  merchantOrderNo: string;
  attemptId: string;
  dueId: string | null;
  gatewayId: string | null;
  gatewayAccountId: string;
  tradeNo: string | null;
  cardFingerprint: string | null;
  currency: CurrencyCode;
  amount: string;
  /** The requested amount, where the gateway returned another; null where it is `amount`. */
  askedAmount: string | null;
  settleCurrency: CurrencyCode;
  settleAmount: string;
  fxRate: string | null;
  parts: JSONColumnType<StoredPart[]>;
  sourceBucket: ValueOf<typeof RefundBucket>;
  dueDate: string | null;
  handlingFee: Generated<string>;
  handlingFeeTax: Generated<string>;
  returnedFee: Generated<string>;
  returnedFeeTax: Generated<string>;
  reason: ValueOf<typeof RefundReason>;
  remark: string | null;
  status: ValueOf<typeof RefundStatus>;
  isReversed: Generated<boolean>;
  reviewCause: ValueOf<typeof RefundReviewCause> | null;
  applicantType: ValueOf<typeof RefundApplicant>;
  applicantId: number | null;
  applicantName: string | null;
  /** Users who made the secrets of the requesting key; null where no key requested it. */
  keyMakerIds: JSONColumnType<number[]> | null;
  retryOf: string | null;
  decideUserId: number | null;
  decideUserName: string | null;
  decideReason: string | null;
  decideTime: string | null;
  upstreamRefundId: string | null;
  arn: string | null;
  failureCode: ValueOf<typeof RefundFailure> | null;
  failureMessage: string | null;
  attempts: Generated<number>;
  doubts: Generated<number>;
  queryCount: Generated<number>;
  nextRetryTime: string | null;
  refundTime: string;
  succeededTime: string | null;
  finishedTime: string | null;
  /** The excess beyond what could be refunded, and who bears it. */
  excessAmount: Generated<string>;
  excessCause: ValueOf<typeof RefundExcessCause> | null;
  excessNote: string | null;
  excessUserName: string | null;
  excessTime: string | null;
  /** A reported success that cannot be this refund's, and how it ended as a person found out. */
  toldAmount: string | null;
  toldCurrency: CurrencyCode | null;
  toldOutcome: ValueOf<typeof RefundToldOutcome> | null;
  toldNote: string | null;
  /** Further refunds that the gateway made; `amount` includes them. */
  others: JSONColumnType<OtherRefund[]> | null;
  eventSeq: Generated<number>;
  version: Generated<number>;
  /** Keyed digest of the columns that `sealedColumns` lists. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    orderRefunds: OrderRefunds;
  }
}

export const refundRecordTables: FactsOf<"orderRefunds"> = {
  orderRefunds: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    json: ["parts", "keyMakerIds", "others"],
  },
};
