export { documentPart } from "./document.policy.ts";
