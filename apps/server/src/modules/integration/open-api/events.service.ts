import { timeoutSecondsElse } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { openApiVersion } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { addEndpoint, deleteEndpoint, meansOf } from "../merchant-webhook-config/index.ts";
import { notificationOf, resendLeft } from "../webhook/index.ts";
import { decodeCursor, pageFrom } from "./cursor.policy.ts";
import { deliveriesOf, endpointsOf, findEvent, listEvents, positionOfEvent } from "./events.store.ts";
import type { OpenCall, OpenHandlers } from "./open-call.service.ts";

type EventNames =
  | "listEvents"
  | "resendEvent"
  | "listWebhookEndpoints"
  | "createWebhookEndpoint"
  | "deleteWebhookEndpoint";

const missing = (what: "event" | "endpoint") => refuse("openApi.notFound", { what }, { status: 404 });

type Endpoint = Awaited<ReturnType<ReturnType<typeof endpointsOf>["execute"]>>[number];

const viewOfEndpoint = ({ id, url, events, status, name, createTime }: Endpoint) => ({
  id,
  url,
  eventTypes: [...events],
  status,
  name,
  createdAt: createTime,
});

async function endpointOf({ reading, app }: OpenCall, id: string): Promise<Endpoint> {
  const found = await endpointsOf(reading, app).where("id", "=", id).executeTakeFirst();
  if (!found) throw missing("endpoint");
  return found;
}

/** What happened, as it was or would have been sent to webhooks, and where it is sent. */
export const eventHandlers: Pick<OpenHandlers, EventNames> = {
  listEvents: async ({ reading, app }, { query: { limit, cursor, ...filter } }) => {
    const { merchantId, mode, appId } = app;
    const rows = await listEvents(reading, { ...filter, merchantId, mode, appId, limit, after: decodeCursor(cursor) });
    return pageFrom(rows, limit, {
      position: positionOfEvent,
      view: (event) => notificationOf(event, openApiVersion) as { id: string },
    });
  },

  resendEvent: async (call, { params: { id } }) => {
    const { merchantId, mode, appId } = call.app;
    const found = await findEvent(call.reading, { merchantId, mode, appId, id });
    if (!found) throw missing("event");
    const deliveries = await call.transact(async (ctx) => {
      const ids = await deliveriesOf(ctx, merchantId, id);
      return ids.length === 0 ? 0 : resendLeft(ctx, merchantId, ids);
    });
    return { id, deliveries };
  },

  listWebhookEndpoints: async ({ reading, app }) => ({
    data: (await endpointsOf(reading, app).execute()).map(viewOfEndpoint),
  }),

  createWebhookEndpoint: async (call, { body: { url, eventTypes, name } }) => {
    const { merchantId, mode, appId } = call.app;
    const settings = { timeoutSeconds: timeoutSecondsElse, maxInFlight: 5, customHeaders: {} };
    const input = { merchantId, mode, appId, url, events: eventTypes, name: name ?? new URL(url).host.slice(0, 60) };
    const { id, secret } = await call.change(input, (ctx) =>
      addEndpoint(meansOf(call.platform))(ctx, { ...input, ...settings }),
    );
    return { ...viewOfEndpoint(await endpointOf(call, id)), secret };
  },

  deleteWebhookEndpoint: async (call, { params: { id } }) => {
    const { version } = await endpointOf(call, id);
    await call.change({ id }, (ctx) => deleteEndpoint(ctx, { id, version }));
    return { id, deleted: true };
  },
};
