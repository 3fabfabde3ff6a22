export { refundDue, refundWorkers, sweepRefunds } from "./refund.worker.ts";
export { abilitiesOf } from "./refund-abilities.policy.ts";
export { askRefund, followRefund, sendRefund } from "./refund-call.service.ts";
export {
  approveRefund,
  assertMayApprove,
  cancelRefund,
  type RefundToApprove,
  rejectRefund,
  retryRefund,
} from "./refund-decision.service.ts";
export { beginDueReturn } from "./refund-due.service.ts";
export type { ReturnTold } from "./refund-made.service.ts";
export { applyRefundFact } from "./refund-notification.service.ts";
export { refundAskQueue } from "./refund-outcome.service.ts";
export { dueDateOf, planRefund, type RefundPlan } from "./refund-plan.service.ts";
export { ofPayment, ofRequest, type RefundRequest, refundQueue, requestRefund } from "./refund-request.service.ts";
export { planReturn, returnRefund } from "./refund-return.service.ts";
export { reviewCauseOf } from "./refund-review.service.ts";
export { bearerOf } from "./refund-source.service.ts";
export { refundEntryOf } from "./refund-step.service.ts";
export { resolveExcess } from "./refund-suspense.service.ts";
export { settleTold } from "./refund-told.service.ts";
