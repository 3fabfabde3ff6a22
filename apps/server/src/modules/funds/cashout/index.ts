export { cashoutAllocationWorker } from "./cashout.allocation.worker.ts";
export { cashoutDecisions } from "./cashout.decision.service.ts";
export { cashoutOwner } from "./cashout.execution.service.ts";
export { type CashoutPlan, unchanged } from "./cashout.plan.service.ts";
export { cancelCashout, newCashoutRow, quoteCashout, requestCashout } from "./cashout.request.service.ts";
export { type CashoutEvent, cashoutObject } from "./cashout.step.service.ts";
export { type CashoutRow, cashoutByNo } from "./cashout.store.ts";
export { cashoutsToApprove, cashoutsUnpaid } from "./cashout.waiting.store.ts";
