import { openApiVersion } from "@countinghouse/contract/open-api/open-operation.ts";
import { decodeCursor, pageFrom } from "./cursor.policy.ts";
import { listEvents, positionOfEvent } from "./events.store.ts";
import type { OpenHandlers } from "./open-call.service.ts";

/** What happened, as it was or would have been sent to webhooks. */
export const eventHandlers: Pick<OpenHandlers, "listEvents"> = {
  listEvents: async ({ reading, app }, { query: { limit, cursor, ...filter } }) => {
    const { merchantId, mode, appId } = app;
    const rows = await listEvents(reading, { ...filter, merchantId, mode, appId, limit, after: decodeCursor(cursor) });
    return pageFrom(rows, limit, {
      position: positionOfEvent,
      view: ({ id, type, createTime, objectType, objectNo, objectSeq, data }) => ({
        id,
        type,
        apiVersion: openApiVersion,
        mode,
        createdAt: createTime,
        objectType,
        objectNo,
        objectSeq,
        data: { ...data },
      }),
    });
  },
};
