export { CallTally, type DecidedPayment, type GatewayCall } from "./routing.calls.policy.ts";
export { flushCalls, recordCall, recordPayment } from "./routing.calls.service.ts";
export { addTally } from "./routing.calls.store.ts";
export { deviceOf } from "./routing.channel.policy.ts";
export { type CostRegion, type CostSource, type CostTerms, costTermsOf, regionOf } from "./routing.cost.policy.ts";
export {
  afterFailure,
  type FailedAttempt,
  type FailoverStep,
  failoverWindowMs,
  maxFailover,
  type VisitHistory,
} from "./routing.failover.policy.ts";
export type { AccountProbe } from "./routing.health.service.ts";
export { type CheckoutQuery, judgeCheckout, type OfferedMethod, paymentMethodsFor } from "./routing.offer.service.ts";
export {
  type ExcludedAccount,
  leaveOut,
  type RankedAccount,
  type Route,
  type RouteDecision,
} from "./routing.policy.ts";
export { chooseRoute, type PricedRoute, type RouteChoice, routeBy, routeWithCosts } from "./routing.service.ts";
export { countBindings, readSnapshot, usageOf } from "./routing.store.ts";
export { routingWorkers } from "./routing.worker.ts";
