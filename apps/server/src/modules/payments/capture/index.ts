export { captureObject } from "./capture.service.ts";
export {
  type CaptureChange,
  type CaptureRef,
  type CaptureRow,
  captureByNo,
  capturesOfOrders,
  describedOfOrder,
  insertCapture,
  markSent,
  type NewCapture,
  nextPlace,
  openCapture,
  refusedCaptures,
  sendsOf,
  updateCapture,
} from "./capture.store.ts";
