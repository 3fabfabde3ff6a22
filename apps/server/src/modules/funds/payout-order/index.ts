export { payoutOrderDecisions } from "./payout-order.decision.service.ts";
export { payoutOrderOwner } from "./payout-order.execution.service.ts";
export { cancelPayoutOrder, requestPayoutOrder } from "./payout-order.request.service.ts";
export { payoutOrderObject } from "./payout-order.step.service.ts";
export { type PayoutOrderRow, payoutOrderByNo } from "./payout-order.store.ts";
export { payoutOrdersToApprove, payoutOrdersUnpaid } from "./payout-order.waiting.store.ts";
