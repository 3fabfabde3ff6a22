import type { OpenRefundView } from "@countinghouse/contract/integration/open-api/open-refund.ts";
import { RefundFailure } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type MerchantEvent, previousOf, recordMerchantEvent } from "../../integration/webhook/index.ts";
import { notifyUrlOf } from "../order-record/index.ts";
import type { RefundRow } from "./refund-record.store.ts";

/** What merchants' servers are told of a refund. */
export type RefundEvent = Extract<MerchantEvent["type"], `refund.${string}`>;

/** Where a refund stands for its merchant: whether it takes a second person is not told apart from being sent. */
const isOpen = (status: RefundRow["status"]) => status === "created" || status === "review" || status === "processing";

/** Whether the merchant asked for it, by its people or its server, and not the operator or we. */
export const isAskedByMerchant = ({ applicantType }: Pick<RefundRow, "applicantType">): boolean =>
  applicantType.startsWith("merchant_");

/** A refund as merchants' servers see it. */
export const refundObject = (row: RefundRow): OpenRefundView => ({
  refundNo: row.refundNo,
  merchantRefundNo: row.merchantRefundNo,
  orderNo: row.orderNo,
  merchantOrderNo: row.merchantOrderNo,
  mode: row.mode,
  status: isOpen(row.status) ? "pending" : row.status,
  reversed: row.isReversed,
  amount: Number(row.amount),
  askedAmount: row.askedAmount === null ? null : Number(row.askedAmount),
  currency: row.currency,
  settleAmount: Number(row.settleAmount),
  settleCurrency: row.settleCurrency,
  fxRate: row.fxRate,
  feeAmount: Number(row.handlingFee),
  feeTaxAmount: Number(row.handlingFeeTax),
  returnedFeeAmount: Number(row.returnedFee),
  returnedFeeTaxAmount: Number(row.returnedFeeTax),
  reason: row.reason,
  // What the operator's people wrote is not for merchants.
  remark: isAskedByMerchant(row) ? row.remark : null,
  failureCode: row.failureCode,
  failureMessage: row.failureCode === null ? null : (RefundFailure.memberOf(row.failureCode)?.text.en ?? null),
  arn: row.arn,
  retryOf: row.retryOf,
  createTime: row.refundTime,
  finishedTime: row.finishedTime,
});

/** Tells the merchant's servers how a refund is now; its `eventSeq` has been counted up for this. */
export const publishRefundEvent = (
  ctx: Context,
  row: RefundRow,
  type: RefundEvent,
  before?: RefundRow,
): Promise<void> =>
  recordMerchantEvent(ctx, {
    merchantId: row.merchantId,
    tenantId: row.tenantId,
    appId: row.appId,
    mode: row.mode,
    type,
    objectType: "refund",
    objectId: row.id,
    objectNo: row.refundNo,
    objectSeq: row.eventSeq,
    object: refundObject(row),
    previous: before && previousOf(refundObject(before), refundObject(row)),
    notifyUrl: notifyUrlOf({ merchantId: row.merchantId, orderId: row.orderId }),
  });
