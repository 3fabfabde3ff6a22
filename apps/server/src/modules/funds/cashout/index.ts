export { cashoutAllocationWorker } from "./cashout.allocation.worker.ts";
export { cashoutDecisions } from "./cashout.decision.service.ts";
export { cashoutOwner } from "./cashout.execution.service.ts";
export { cancelCashout, quoteCashout, requestCashout } from "./cashout.request.service.ts";
export { cashoutObject } from "./cashout.step.service.ts";
export { type CashoutRow, cashoutByNo } from "./cashout.store.ts";
export { cashoutsToApprove, cashoutsUnpaid } from "./cashout.waiting.store.ts";
