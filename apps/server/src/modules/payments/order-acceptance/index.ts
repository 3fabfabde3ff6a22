export { cardRetryBlockOf, codeUsedUp, type PastDecline } from "./acceptance.policy.ts";
export {
  finalDeclineOf,
  hasPaidBefore,
  type MerchantSettings,
  readHistory,
  readSettings,
} from "./acceptance.service.ts";
export { brandOf, type CardFault, cardFaultOf, isTestNumber, keptCardDigits } from "./card.policy.ts";
export {
  type CreatedOrder,
  createOrder,
  type DraftOrder,
  draftBy,
  draftOrder,
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
