export type { RateRoute, RateWithRoute } from "./rate.policy.ts";
export { exceedsDollars, findRate, inDollars, isAboveLimit, markupOf, type RateLookup } from "./rate.service.ts";
export { rateWorkers } from "./rate.worker.ts";
export { type DayRate, dayRateKey, dayRates } from "./rate-days.service.ts";
