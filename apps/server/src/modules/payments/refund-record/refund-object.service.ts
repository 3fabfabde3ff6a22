import type { OpenRefundView } from "@countinghouse/contract/integration/open-api/open-refund.ts";
import { RefundFailure } from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type MerchantEvent, previousOf, recordMerchantEvent } from "../../integration/webhook/index.ts";
import { notifyUrlOf } from "../order-record/index.ts";
import type { RefundRow } from "./refund-record.store.ts";

/** Webhook events of a refund. */
export type RefundEvent = Extract<MerchantEvent["type"], `refund.${string}`>;

/** A refund's status for merchants: waiting for approval counts as being sent. */
const isOpen = (status: RefundRow["status"]) => status === "created" || status === "review" || status === "processing";

/** Whether the merchant requested it, by a user or its server; not the operator or the platform. */
export const isAskedByMerchant = ({ applicantType }: Pick<RefundRow, "applicantType">): boolean =>
  applicantType.startsWith("merchant_");

/** A refund in the form of webhooks and the open API. */
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
  // Remarks of the operator's users are not for merchants.
  remark: isAskedByMerchant(row) ? row.remark : null,
  failureCode: row.failureCode,
  failureMessage: row.failureCode === null ? null : (RefundFailure.memberOf(row.failureCode)?.text.en ?? null),
  arn: row.arn,
  retryOf: row.retryOf,
  createTime: row.refundTime,
  finishedTime: row.finishedTime,
});

/** Publishes a refund's webhook event with the refund as it is now. The caller has incremented `eventSeq`. */
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
