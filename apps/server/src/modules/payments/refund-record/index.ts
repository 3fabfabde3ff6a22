export { isAskedByMerchant, type RefundEvent, refundObject, tellOfRefund } from "./refund-object.service.ts";
export {
  insertRefund,
  lockRefund,
  markRefundSent,
  type NewRefund,
  overdueRefunds,
  putRefundOff,
  type RefundChange,
  type RefundRef,
  type RefundRow,
  readRefund,
  refOf,
  refundByMerchantNo,
  refundByNo,
  refundOfWord,
  refundsOfOrders,
  refundsToCard,
  unapprovedRefunds,
  updateRefund,
} from "./refund-record.store.ts";
export type { StoredPart } from "./refund-record.table.ts";
