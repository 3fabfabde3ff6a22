export { forgetTurns } from "./card-turn.store.ts";
export { confirmStep, instrumentOf, newAttempt } from "./new-attempt.service.ts";
export { sendBegun } from "./order-begun.service.ts";
export {
  type AnyGatewayOutcome,
  type AttemptToSend,
  assertUnaltered,
  callGatewayFor,
  inBackground,
  isPutOff,
  referenceOf,
} from "./order-call.service.ts";
export { beginCapture, captureAsked, requestCapture, sendCapture } from "./order-capture.service.ts";
export { canceledMove, cancelLocked, cancelOrder, expiredMove, expireOrder } from "./order-close.service.ts";
export {
  beginNewPayment,
  beginPayment,
  type ConfirmedOrder,
  confirmOrder,
  finishPayment,
  recordNoRoute,
} from "./order-confirm.service.ts";
export type { OrderNode, Requester } from "./order-node.port.ts";
export { requestRelease, sendRelease, voidOrder } from "./order-void.service.ts";
export { recordOutcome } from "./outcome-intake.service.ts";
export { readAttempt } from "./sent-attempt.store.ts";
