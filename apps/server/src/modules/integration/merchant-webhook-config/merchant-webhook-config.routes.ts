import { merchantWebhookConfig } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { eventTypesByObject } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  type EndpointServices,
  pauseEndpoint,
  replayEvents,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from "./merchant-webhook-config.service.ts";
import { endpoints, listEndpoints, readHealth } from "./merchant-webhook-config.store.ts";

/**
 * Encrypts with the installation's keys, read when the first secret is created, since a short command may need none.
 */
export const endpointServicesOf = ({ config, secret }: Platform): EndpointServices => ({
  testHosts: config.testHosts,
  get ring() {
    return installationKeys(secret).ring;
  },
});

export const buildMerchantWebhookConfigRoutes = (platform: Platform) => {
  const services = endpointServicesOf(platform);
  return implement(merchantWebhookConfig, {
    page: endpoints.page,
    list: listEndpoints,
    detail: endpoints.detail,
    eventTypes: async () => Object.entries(eventTypesByObject).map(([group, types]) => ({ group, types: [...types] })),
    health: (ctx, { id }) => readHealth(ctx, id),
    add: addEndpoint(services),
    update: changeEndpoint(services),
    pause: pauseEndpoint,
    resume: resumeEndpoint,
    delete: deleteEndpoint,
    rotateSecret: rotateSecret(services),
    test: testEndpoint,
    replay: replayEvents,
  });
};
