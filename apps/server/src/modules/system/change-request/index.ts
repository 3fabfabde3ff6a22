export { changeRequestPort } from "./change-request.service.ts";
export { waitingRequests } from "./change-request.store.ts";
export { changeRequestWorker } from "./change-request.worker.ts";
export { readRule } from "./change-rule.service.ts";
export { type ApprovalRequester, assertOtherPerson, assertSomebodyElse } from "./other-person.service.ts";
