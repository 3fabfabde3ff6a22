export { openRequests } from "./merchant-request.waiting.store.ts";
