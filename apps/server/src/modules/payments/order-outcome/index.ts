export { bookedEntry, saleOf } from "./capture-outcome.service.ts";
export { nextStepAfter } from "./failure-step.policy.ts";
export { attemptChangeOf, decidedPayment, isDue } from "./order-attempt.service.ts";
export { dueOrders } from "./order-due-decision.service.ts";
export type { DuplicatePayment } from "./order-duplicate.service.ts";
export type { OutcomeSource, ReportedStatus } from "./order-outcome.policy.ts";
export {
  type AppliedOutcome,
  type AttemptRef,
  applyOutcome,
  captureQueue,
  latestAttemptColumns,
  type NextAttempt,
  type PayerVisit,
} from "./order-outcome.service.ts";
export { giveUpPage, pageGivenUp, releaseQueue } from "./order-release.service.ts";
export {
  factsOfReport,
  type GatewayOutcome,
  isOtherPayment,
  keepReport,
  reportedStatusOf,
} from "./order-report.service.ts";
export { orderChangeOf, orderEntry, statusAfter, timelineOf } from "./order-step.service.ts";
export { judgeOutcome } from "./order-verdict.policy.ts";
