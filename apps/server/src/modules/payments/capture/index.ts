export { captureObject } from "./capture.service.ts";
export {
  type CaptureChange,
  type CaptureRef,
  type CaptureRow,
  captureByNo,
  capturesOfOrders,
  countRefund,
  describedOfOrder,
  insertCapture,
  markSent,
  type NewCapture,
  nextPlace,
  openCapture,
  type RefundCount,
  refusedCaptures,
  sendsOf,
  updateCapture,
} from "./capture.store.ts";
