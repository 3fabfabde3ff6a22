export { openAccessCallers } from "./open-access.caller.service.ts";
export { oldCalls } from "./open-access.store.ts";
