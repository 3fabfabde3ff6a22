export { hasPosition } from "./pos.store.ts";
