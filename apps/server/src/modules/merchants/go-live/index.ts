export { closingConditions } from "./closing.service.ts";
export { testPaymentWorker } from "./go-live.worker.ts";
