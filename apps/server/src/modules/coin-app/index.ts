export {
  type AppCaller,
  allowsAddress,
  findAppByKey,
  findAppByPublishableKey,
  findAppOf,
  isOriginOfApp,
  recordKeyUse,
} from "./app-caller.service.ts";
export { type CoinAppRow, findApp, lockApp } from "./coin-app.store.ts";
