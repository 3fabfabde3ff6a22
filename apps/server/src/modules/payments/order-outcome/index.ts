export { nextStepAfter } from "./failure-step.policy.ts";
export { isDue } from "./order-attempt.service.ts";
export { dueOrders } from "./order-due-decision.service.ts";
export type { OutcomeSource, ReportedStatus } from "./order-outcome.policy.ts";
export {
  type AppliedOutcome,
  type AttemptRef,
  applyOutcome,
  captureQueue,
  latestAttemptColumns,
  type NextAttempt,
  type PayerVisit,
  type TwinPayment,
} from "./order-outcome.service.ts";
export { giveUpPage, releaseQueue } from "./order-release.service.ts";
export { type GatewayOutcome, isOtherPayment, keepReport } from "./order-report.service.ts";
export { orderEntry, statusAfter } from "./order-step.service.ts";
