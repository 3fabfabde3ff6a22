export { approvalsAgain, takenInADay } from "./outbound.approval.service.ts";
export {
  bookApplied,
  bookApproved,
  bookDropped,
  bookFailed,
  type Outgoing,
} from "./outbound.booking.service.ts";
export { type DecidedRef, decisionHandlers, decisionsOf } from "./outbound.decision.service.ts";
export {
  isDifferenceOpen,
  type Leaving,
  mayAsk,
  mayGiveUp,
  noteLeft,
  settlePaid,
  settleReturned,
  transferShown,
} from "./outbound.payout.service.ts";
export {
  type AskedOut,
  afterApplied,
  assertAllowed,
  assertMayLeave,
  bucketsOf,
  currencyBelow,
  isCovered,
  ownMerchant,
  type PricedOut,
  pricedNow,
  readTerms,
} from "./outbound.plan.service.ts";
export { approvalsFor, flagsOf, isWorse, type StoredYes } from "./outbound.policy.ts";
