export { journalOf, type NodeJournal } from "./call-log.service.ts";
export { logMonths, oldCalls } from "./kept-calls.store.ts";
