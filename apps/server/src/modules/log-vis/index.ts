export { recordVisit, type VisitFacts } from "./log-vis.store.ts";
