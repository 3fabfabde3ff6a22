export { sendBegun } from "./order-begun.service.ts";
export {
  assertUnaltered,
  callGateway,
  inBackground,
  isPutOff,
  referenceOf,
  type Sending,
  type Spoken,
} from "./order-call.service.ts";
export { beginCapture, requestCapture, sendCapture } from "./order-capture.service.ts";
export { cancelLocked, cancelOrder, expireOrder } from "./order-close.service.ts";
export {
  beginNewPayment,
  beginPayment,
  type ConfirmedOrder,
  confirmOrder,
  finishPayment,
  tellNoRoute,
} from "./order-confirm.service.ts";
export type { Caller, OrderNode } from "./order-node.port.ts";
export { requestRelease, sendRelease, voidOrder } from "./order-void.service.ts";
export { takeWord } from "./order-word.service.ts";
export { readAttempt } from "./sent-attempt.store.ts";
