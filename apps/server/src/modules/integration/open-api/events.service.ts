import { openApiVersion } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { notificationOf, resendLeft } from "../webhook/index.ts";
import { decodeCursor, pageFrom } from "./cursor.wire.ts";
import { deliveriesOf, findEvent, listEvents, positionOfEvent } from "./events.store.ts";
import type { OpenHandlers } from "./open-call.service.ts";

/** Events as sent, or not sent, to webhooks. */
export const eventHandlers: Pick<OpenHandlers, "listEvents" | "resendEvent"> = {
  listEvents: async ({ reading, app }, { query: { limit, cursor, ...filter } }) => {
    const list = { name: "events", filter };
    const { merchantId, mode, appId } = app;
    const rows = await listEvents(reading, {
      ...filter,
      merchantId,
      mode,
      appId,
      limit,
      after: decodeCursor(cursor, list),
    });
    return pageFrom(rows, limit, {
      list,
      position: positionOfEvent,
      view: (event) => notificationOf(event, openApiVersion) as { id: string },
    });
  },

  resendEvent: async (call, { params: { id } }) => {
    const { merchantId, mode, appId } = call.app;
    const found = await findEvent(call.reading, { merchantId, mode, appId, id });
    if (!found) throw refuse("openApi.notFound", { what: "event" });
    const deliveries = await call.transact(async (ctx) => {
      const ids = await deliveriesOf(ctx, merchantId, id);
      return ids.length === 0 ? 0 : resendLeft(ctx, merchantId, ids);
    });
    return { id, deliveries };
  },
};
