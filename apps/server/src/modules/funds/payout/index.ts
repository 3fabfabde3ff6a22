export { applyPayoutFact, askPayout, type PayoutOwners, sendPayout } from "./payout.call.service.ts";
export { createPayout, endPayout, type PayoutEnd, type PayoutOwner, payoutAskQueue } from "./payout.service.ts";
export { lockPayout, type PayoutRow, payoutOf, refOf } from "./payout.store.ts";
export { payoutWorkers } from "./payout.worker.ts";
