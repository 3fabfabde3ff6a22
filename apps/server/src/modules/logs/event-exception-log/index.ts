export { fallenApprovals, openExceptions } from "./event-exception-log.waiting.store.ts";
export { eventExceptionWorkers } from "./event-exception-log.worker.ts";
export { type ExceptionFacts, recordException, recordOccurrence } from "./exception.store.ts";
