export { type CostQuestion, costOf } from "./cost.store.ts";
