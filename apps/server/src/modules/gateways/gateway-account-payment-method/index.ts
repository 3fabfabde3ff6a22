export { costSourceOf, type RefundSupport, refundSupportOf } from "./cost.store.ts";
