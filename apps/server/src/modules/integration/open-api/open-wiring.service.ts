import { coalescedRead } from "../../../platform/load/coalesced-read.ts";
import type { Platform } from "../../../platform/platform.ts";
import { findAppByKey, findAppByPublishableKey, isOriginOfApp, recordKeyUse } from "../../merchants/coin-app/index.ts";
import type { OrderNode } from "../../payments/order-processing/index.ts";
import { accountHandlers } from "./account.service.ts";
import { endpointHandlers } from "./endpoints.service.ts";
import { eventHandlers } from "./events.service.ts";
import { type BoundOpenOperation, bindOpenOperations } from "./open-call.service.ts";
import type { AppDirectory } from "./open-caller.service.ts";
import { orderShows, orderWriteHandlers } from "./order-writes.service.ts";
import { orderReadHandlers } from "./orders.service.ts";
import { payoutOrderHandlers, payoutOrderShows } from "./payout-orders.service.ts";
import { refundHandlers, refundShows } from "./refunds.service.ts";
import { settlementHandlers } from "./settlements.service.ts";
import { testHandlers } from "./test-calls.service.ts";
import { withdrawalHandlers, withdrawalShows } from "./withdrawals.service.ts";

/** Every call of the open API with its handler. */
export const buildOpenOperations = (node: OrderNode): readonly BoundOpenOperation[] =>
  bindOpenOperations(
    {
      ...orderReadHandlers,
      ...orderWriteHandlers(node),
      ...refundHandlers(node),
      ...settlementHandlers,
      ...withdrawalHandlers(node),
      ...payoutOrderHandlers(node),
      ...accountHandlers,
      ...eventHandlers,
      ...endpointHandlers,
      ...testHandlers,
    },
    { ...orderShows, ...refundShows, ...withdrawalShows, ...payoutOrderShows },
  );

/** The merchants' apps. Concurrent calls of one app share one read, before any of them is queued. */
export const openDirectory = (platform: Platform): AppDirectory => ({
  byKey: coalescedRead((key) => findAppByKey(platform, key)),
  byPublishableKey: coalescedRead((key) => findAppByPublishableKey(platform, key)),
  knowsOrigin: (origin) => isOriginOfApp(platform, origin),
  noteUse: (app) => recordKeyUse(platform, app),
});
