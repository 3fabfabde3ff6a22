export { serviceOf, takesFollowUps, takesNewOrders } from "./gateway.policy.ts";
export { type FeeTax, feeTaxesOf } from "./gateway.store.ts";
