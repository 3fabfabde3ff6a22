import { timeoutSecondsElse } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  addEndpoint,
  deleteEndpoint,
  endpointServicesOf,
  patchEndpoint,
  rotateSecret,
  sendTest,
} from "../merchant-webhook-config/index.ts";
import { endpointsOf } from "./events.store.ts";
import type { OpenCall, OpenHandlers } from "./open-call.service.ts";

type EndpointNames = Extract<keyof OpenHandlers, `${string}Webhook${string}`>;
type Endpoint = Awaited<ReturnType<ReturnType<typeof endpointsOf>["execute"]>>[number];

const viewOf = ({ id, url, events, status, name, appId, previousSecretExpireTime, createTime }: Endpoint) => ({
  id,
  url,
  eventTypes: [...events],
  status,
  name,
  allApps: appId === null,
  previousSecretExpireTime,
  createdAt: createTime,
});

async function endpointOf({ reading, app }: OpenCall, id: string): Promise<Endpoint> {
  const found = await endpointsOf(reading, app).where("id", "=", id).executeTakeFirst();
  if (!found) throw refuse("openApi.notFound", { what: "endpoint" });
  return found;
}

/** An endpoint the calling app may change: its own, and not one shared with other apps. */
async function ownEndpointOf(call: OpenCall, id: string): Promise<Endpoint> {
  const found = await endpointOf(call, id);
  if (found.appId === null) throw refuse("openApi.endpointOfAllApps");
  return found;
}

const shown = async (call: OpenCall, id: string) => viewOf(await endpointOf(call, id));

/** An app's webhook endpoints: the console's records, under its rules. */
export const endpointHandlers: Pick<OpenHandlers, EndpointNames> = {
  listWebhookEndpoints: async ({ reading, app }) => ({
    data: (await endpointsOf(reading, app).execute()).map(viewOf),
  }),

  getWebhookEndpoint: (call, { params: { id } }) => shown(call, id),

  createWebhookEndpoint: async (call, { body: { url, eventTypes, name } }) => {
    const { merchantId, mode, appId } = call.app;
    const settings = { timeoutSeconds: timeoutSecondsElse, maxInFlight: 5, customHeaders: {} };
    const input = { merchantId, mode, appId, url, events: eventTypes, name: name ?? new URL(url).host.slice(0, 60) };
    const { id, secret } = await call.change(input, (ctx) =>
      addEndpoint(endpointServicesOf(call.platform))(ctx, { ...input, ...settings }),
    );
    return { ...(await shown(call, id)), secret };
  },

  updateWebhookEndpoint: async (call, { params: { id }, body: { eventTypes: events, ...settings } }) => {
    await ownEndpointOf(call, id);
    const input = { id, events, ...settings };
    await call.change(input, (ctx) => patchEndpoint(endpointServicesOf(call.platform))(ctx, input));
    return shown(call, id);
  },

  rotateWebhookSecret: async (call, { params: { id } }) => {
    await ownEndpointOf(call, id);
    const { secret } = await call.change({ id }, (ctx) => rotateSecret(endpointServicesOf(call.platform))(ctx, { id }));
    return { ...(await shown(call, id)), secret };
  },

  testWebhookEndpoint: async (call, { params: { id }, body: { eventType } }) => {
    await ownEndpointOf(call, id);
    const input = { id, eventType };
    return { eventId: await call.change(input, (ctx) => sendTest(ctx, input)) };
  },

  deleteWebhookEndpoint: async (call, { params: { id } }) => {
    const { version } = await ownEndpointOf(call, id);
    await call.change({ id }, (ctx) => deleteEndpoint(ctx, { id, version }));
    return { id, deleted: true };
  },
};
