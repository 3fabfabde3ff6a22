export { serviceOf, takesFollowUps, takesNewOrders } from "./gateway.policy.ts";
export { type TaxQuestion, taxRateOf } from "./gateway.store.ts";
