export { failedRefunds, refundsToApprove } from "./order-refund.waiting.store.ts";
