export {
  bookBounce,
  bookHold,
  bookRelease,
  bookSuccess,
  type RefundFees,
  termsOfCapture,
} from "./refund-booking.service.ts";
export { countedOf, cutToCaptures, cutToHeld, excessOf } from "./refund-excess.policy.ts";
export {
  allot,
  handlingFee,
  type RefundTerms,
  refundableOf,
  returnedFee,
  type Share,
  type Source,
  sourceOf,
  totalOf,
} from "./refund-share.policy.ts";
