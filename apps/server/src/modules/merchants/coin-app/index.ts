export {
  type AppCaller,
  allowsAddress,
  findAppByKey,
  findAppByPublishableKey,
  findAppOf,
  keyMay,
  recordKeyUse,
} from "./app-caller.service.ts";
export { isOriginOfApp } from "./app-key.store.ts";
export { type AppBrand, brandOfApp, logoOfApp } from "./brand.store.ts";
export { isInScope } from "./coin-app.policy.ts";
export { type CoinAppRow, findApp, lockApp } from "./coin-app.store.ts";
export { expiringKeys } from "./coin-app.waiting.store.ts";
