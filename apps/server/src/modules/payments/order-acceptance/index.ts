export type { PastDecline } from "./acceptance.policy.ts";
export { finalDeclineOf, hasPaidBefore, readHistory } from "./acceptance.service.ts";
export { brandOf, type CardFault, cardFaultOf, isTestNumber, keptCardDigits } from "./card.policy.ts";
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
  noRoute,
  offeredCard,
  type PaymentDetails,
  type PaymentInstrument,
  paymentTypeOf,
} from "./order-route.service.ts";
