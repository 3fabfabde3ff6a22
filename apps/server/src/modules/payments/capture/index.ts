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
  newestRefused,
  nextPlace,
  openCapture,
  sendsOf,
  updateCapture,
} from "./capture.store.ts";
