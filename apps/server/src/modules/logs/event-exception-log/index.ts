export { eventExceptionWorkers } from "./event-exception-log.worker.ts";
export { type ExceptionFacts, recordException } from "./exception.store.ts";
