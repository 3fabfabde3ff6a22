export { costSourceOf, type RefundOffer, refundOfferOf } from "./cost.store.ts";
