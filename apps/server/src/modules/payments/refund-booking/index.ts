export {
  bookBounce,
  bookExcess,
  bookFitting,
  bookHold,
  bookRelease,
  bookRetold,
  bookSuccess,
  convertAtCurrentRate,
  entriesOfBounce,
  entriesOfRetold,
} from "./refund-booking.service.ts";
export {
  countedOf,
  cutToCaptures,
  cutToHeld,
  excessOf,
  excessThatFits,
  lessOf,
  withoutParts,
  withParts,
} from "./refund-excess.policy.ts";
export {
  allotRefund,
  feesOf,
  type RefundBearer,
  type RefundFees,
  type RefundShare,
  type RefundTerms,
  refundableOf,
  refundBearerOf,
} from "./refund-share.policy.ts";
