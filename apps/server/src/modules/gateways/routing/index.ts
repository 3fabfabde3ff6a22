export type { DecidedPayment, GatewayCall } from "./routing.calls.policy.ts";
export { flushCalls, recordCall, recordPayment } from "./routing.calls.service.ts";
export { deviceOf } from "./routing.channel.policy.ts";
export { type CostSource, type CostTerms, costTermsOf, type Region, regionOf } from "./routing.cost.policy.ts";
export {
  afterFailure,
  type FailedAttempt,
  failoverWindowMs,
  maxFailover,
  type NextStep,
  type VisitFacts,
} from "./routing.failover.policy.ts";
export type { Probe } from "./routing.health.service.ts";
export { judgeCheckout, type OfferedMethod, type OfferQuestion, paymentMethodsFor } from "./routing.offer.service.ts";
export {
  type ExcludedAccount,
  leaveOut,
  type RankedAccount,
  type Route,
  type RouteDecision,
} from "./routing.policy.ts";
export { chooseRoute, type PricedRoute, type RouteChoice, routeWithCosts } from "./routing.service.ts";
export { countBindings, usageOf } from "./routing.store.ts";
export { routingWorkers } from "./routing.worker.ts";
