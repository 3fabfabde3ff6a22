export type { DecidedPayment, GatewayCall } from "./routing.calls.policy.ts";
export { flushCalls, recordCall } from "./routing.calls.service.ts";
export { regionOf } from "./routing.cost.policy.ts";
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
export type { ExcludedAccount, RankedAccount, Route, RouteDecision } from "./routing.policy.ts";
export { chooseRoute, type RouteChoice } from "./routing.service.ts";
export { countBindings, usageOf } from "./routing.store.ts";
export { routingWorkers } from "./routing.worker.ts";
