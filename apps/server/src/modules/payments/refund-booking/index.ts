export {
  bookBounce,
  bookExcess,
  bookHold,
  bookRelease,
  bookSuccess,
  worthToday,
} from "./refund-booking.service.ts";
export { countedOf, cutToCaptures, cutToHeld, excessOf } from "./refund-excess.policy.ts";
export {
  allot,
  feesOf,
  type RefundFees,
  type RefundTerms,
  refundableOf,
  type Share,
  type Source,
  sourceOf,
} from "./refund-share.policy.ts";
