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

/** What a refund gives back of one capture; minor units of the refund's currency and of its settlement currency. */
export interface StoredPart {
  readonly captureId: string;
  readonly captureNo: string;
  readonly amount: string;
  readonly settleAmount: string;
}

/** A refund that a gateway made beside the one it was asked for, in minor units of that one's currency. */
export interface OtherRefund {
  readonly upstreamRefundId: string;
  readonly amount: string;
  /** Its place among all that were made of the refund, from 1; of old rows by where it stands. */
  readonly no?: number;
  /** Its money came back: by its number, or without one, so that it may have been another one. */
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
  /** What was asked for, where the gateway gave back another amount; null where it is `amount`. */
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
  /** Who made the secrets of the key by which it was asked for; null where nobody asked by a key. */
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
  /** What went beyond what was there to be given back, and by whom that is borne. */
  excessAmount: Generated<string>;
  excessCause: ValueOf<typeof RefundExcessCause> | null;
  excessNote: string | null;
  excessUserName: string | null;
  excessTime: string | null;
  /** A success that cannot be this refund's, as its gateway tells it, and how it ended by what people found. */
  toldAmount: string | null;
  toldCurrency: CurrencyCode | null;
  toldOutcome: ValueOf<typeof RefundToldOutcome> | null;
  toldNote: string | null;
  /** Refunds that the gateway made beside this one; `amount` is with them. */
  others: JSONColumnType<OtherRefund[]> | null;
  eventSeq: Generated<number>;
  version: Generated<number>;
  /** Keyed digest of what `sealedColumns` names. */
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
