import { z } from "zod";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { findAppOf } from "../../merchants/coin-app/index.ts";
import { announceDeadDeliveries } from "./endpoint-notice.service.ts";
import { sendQueue } from "./merchant-event.store.ts";
import { resendLeft } from "./resend.store.ts";
import { resendQueue, sendDue } from "./sender.service.ts";
import { overdueEndpoints } from "./sender.store.ts";

/** Endpoints that a node sends to concurrently. */
const endpointsAtOnce = 8;
/** How long an endpoint keeps its place while others wait, in milliseconds. */
const turnMs = 15_000;
/** Maximum endpoints per sweep. */
const overdueMax = 1_000;

/** Sends due deliveries. */
const sendWorker = (platform: Platform): JobWorker =>
  defineWorker({
    queue: sendQueue,
    schema: z.object({ merchantId: z.string(), endpointId: z.string() }),
    concurrency: endpointsAtOnce,
    retry: { limit: 5, delaySeconds: 2, delaySecondsMax: 60 },
    expireSeconds: 300,
    handle: ({ spine, jobId, signal }, endpoint) =>
      sendDue(
        {
          spine,
          ring: installationKeys(platform.secret).ring,
          testHosts: platform.config.testHosts,
          locale: platform.config.language,
          jitter: () => Math.random() * 2 - 1,
          appSecrets: async (app) => (await findAppOf(platform, app))?.secrets ?? [],
        },
        { ...endpoint, owner: jobId, signal, turnMs },
      ),
  });

/** Finds due deliveries without a sender every minute: those of crashed nodes. */
const sweepWorker = defineWorker({
  queue: "webhook-sweep",
  schema: z.object({}),
  schedule: { cron: "* * * * *" },
  handle: async ({ db, now, spine }) => {
    for (const data of await overdueEndpoints(db, now, overdueMax)) await spine.enqueue(db, { queue: sendQueue, data });
  },
});

/** Resends given deliveries; the job behind a failure's retry. */
const resendWorker = defineWorker({
  queue: resendQueue,
  schema: z.object({ merchantId: z.string(), ids: z.array(z.string()).min(1).max(1_000) }),
  handle: ({ inCommand }, { merchantId, ids }) =>
    inCommand(
      async (ctx) => {
        await resendLeft(ctx, merchantId, ids);
      },
      { event: "job.webhook-resend" },
    ),
});

/** Notifies merchants hourly of failed deliveries, in one notice. */
const digestWorker = ({ config }: Platform): JobWorker =>
  defineWorker({
    queue: "webhook-digest",
    schema: z.object({}),
    schedule: { cron: "5 * * * *" },
    handle: ({ inCommand }) =>
      inCommand((ctx) => announceDeadDeliveries(ctx, config.language), { event: "job.webhook-digest", input: {} }),
  });

/** Background workers of webhooks and their notices. */
export const webhookWorkers = (platform: Platform): readonly JobWorker[] => [
  sendWorker(platform),
  sweepWorker,
  resendWorker,
  digestWorker(platform),
];
