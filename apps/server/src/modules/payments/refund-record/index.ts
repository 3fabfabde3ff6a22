export { isAskedByMerchant, publishRefundEvent, type RefundEvent, refundObject } from "./refund-object.service.ts";
export {
  findReportedRefund,
  insertRefund,
  lockRefund,
  markRefundSent,
  type NewRefund,
  overdueRefunds,
  postponeRefund,
  type RefundChange,
  type RefundRef,
  type RefundRow,
  readRefund,
  refOf,
  refundByMerchantNo,
  refundByNo,
  refundNumbered,
  refundsOfOrders,
  refundsToCard,
  unapprovedRefunds,
  updateRefund,
} from "./refund-record.store.ts";
export type { OtherRefund, StoredPart } from "./refund-record.table.ts";
