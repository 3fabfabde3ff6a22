export type { PastDecline } from "./acceptance.policy.ts";
export { finalDeclineOf, hasPaidBefore, readHistory } from "./acceptance.service.ts";
export { brandOf, type CardFault, cardFaultOf, isTestNumber, keptOf } from "./card.policy.ts";
export {
  createOrder,
  type DraftOrder,
  draftOrder,
  type MadeOrder,
  makeOrder,
  type NewOrder,
  type OrderingApp,
} from "./new-order.service.ts";
export {
  acceptedRoute,
  agreedRoute,
  type Means,
  noRoute,
  offeredCard,
  type PaymentDetails,
  paymentTypeOf,
} from "./order-route.service.ts";
