export type { PastDecline } from "./acceptance.policy.ts";
export { brandOf, isTestNumber, isWellFormed, keptOf } from "./card.policy.ts";
export { createOrder, type MadeOrder, makeOrder, type NewOrder, type OrderingApp } from "./new-order.service.ts";
export { acceptedRoute, agreedRoute, type Means, noRoute, type PaymentDetails } from "./order-route.service.ts";
