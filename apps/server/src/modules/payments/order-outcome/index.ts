export { stepAfter } from "./failure-step.policy.ts";
export { isDue } from "./order-attempt.service.ts";
export { dueOrders } from "./order-due-decision.service.ts";
export {
  type Applied,
  type AttemptRef,
  applyOutcome,
  beginning,
  captureQueue,
  type Onward,
  type Twin,
  type Visit,
} from "./order-outcome.service.ts";
export { giveUpPage, releaseQueue } from "./order-release.service.ts";
export { type Heard, isOtherPayment, keepReport } from "./order-report.service.ts";
export { orderTold, statusAfter } from "./order-step.service.ts";
export type { Source, Word } from "./order-word.policy.ts";
