export { oldExchanges } from "./kept-exchanges.store.ts";
export {
  eventOfAction,
  orderObject,
  previousOfOrder,
  publishCaptureEvent,
  publishOrderEvent,
  releasedOf,
} from "./order-event.service.ts";
export { changeMetadata } from "./order-metadata.service.ts";
export { addMovedOrder, moveOrder, type PreparedOrder } from "./order-move.service.ts";
export {
  abilitiesOf,
  assertAllowed,
  assertCancelable,
  assertCapturable,
  assertConfirmable,
  authenticationMs,
  authorizationMs,
  isExpirable,
  mayBePaid,
  mayBeQueried,
  mayRefund,
  notFoundsBelieved,
  orderLifeMaxMs,
  refusalOfMove,
  tryingStates,
  voucherLifeMaxMs,
} from "./order-record.policy.ts";
export {
  categoryOf,
  findByMerchantNo,
  findParticulars,
  insertOrder,
  insertParticulars,
  isNumberTaken,
  lockOrder,
  type MerchantFacts,
  merchantFacts,
  type NewOrderRow,
  notifyUrlOf,
  type OrderChange,
  type OrderParticulars,
  type OrderRef,
  type OrderRow,
  readOrderRow,
} from "./order-record.store.ts";
export {
  addTimelineEntry,
  keepExchanges,
  type NewTimelineEntry,
  type TimelineAuthor,
  timelineRows,
  writeTimeline,
} from "./order-timeline.store.ts";
