export { cashoutOwner } from "./cashout.execution.service.ts";
export { cashoutsToApprove, cashoutsUnpaid } from "./cashout.waiting.store.ts";
