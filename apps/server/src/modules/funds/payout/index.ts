export { applyPayoutFact, askPayout, type PayoutOwners, sendPayout } from "./payout.call.service.ts";
export {
  amountOf,
  createPayout,
  endPayout,
  newPayoutRow,
  type PayoutEnd,
  type PayoutOwner,
  payoutAskQueue,
  raisePayoutAlarm,
  resolvePayout,
  returnableOf,
} from "./payout.service.ts";
export { lockPayout, type PayoutRow, paidUnder, payoutOf, readPayout, refOf, untriedPayout } from "./payout.store.ts";
export { payoutWorkers } from "./payout.worker.ts";
