import type { Platform } from "../../../platform/platform.ts";
import { findAppByKey, findAppByPublishableKey, isOriginOfApp, recordKeyUse } from "../../merchants/coin-app/index.ts";
import type { OrderNode } from "../../payments/coin-order/index.ts";
import { accountHandlers } from "./account.service.ts";
import { eventHandlers } from "./events.service.ts";
import type { OpenHandlers } from "./open-call.service.ts";
import type { AppDirectory } from "./open-caller.service.ts";
import { orderWriteHandlers } from "./order-writes.service.ts";
import { orderReadHandlers } from "./orders.service.ts";
import { testHandlers } from "./test-calls.service.ts";

/** What answers every call of the open API. */
export const buildOpenHandlers = (node: OrderNode): OpenHandlers => ({
  ...orderReadHandlers,
  ...orderWriteHandlers(node),
  ...accountHandlers,
  ...eventHandlers,
  ...testHandlers,
});

/** Apps as merchants keep them. */
export const openDirectory = (platform: Platform): AppDirectory => ({
  byKey: (key) => findAppByKey(platform, key),
  byPublishableKey: (key) => findAppByPublishableKey(platform, key),
  knowsOrigin: (origin) => isOriginOfApp(platform, origin),
  noteUse: (app) => recordKeyUse(platform, app),
});
