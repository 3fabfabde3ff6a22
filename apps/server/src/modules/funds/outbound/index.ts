export { approvalsForResubmission, takenInADay } from "./outbound.approval.service.ts";
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
  mayAsk,
  mayGiveUp,
  type OutboundAllocation,
  recordAllocation,
  settlePaid,
  settleReturned,
  transferShown,
} from "./outbound.payout.service.ts";
export {
  afterApplied,
  assertAllowed,
  assertMayLeave,
  bucketsOf,
  currencyBelow,
  isCovered,
  type OutboundQuote,
  type OutboundRequest,
  ownMerchant,
  pricedNow,
  readTerms,
} from "./outbound.plan.service.ts";
export {
  approvalsFor,
  flagsOf,
  freeOf,
  isWorse,
  positionIn,
  priceOut,
  type StoredApproval,
} from "./outbound.policy.ts";
