export { costSourceOf } from "./cost.store.ts";
