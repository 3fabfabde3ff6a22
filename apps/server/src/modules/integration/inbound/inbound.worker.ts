import { z } from "zod";
import { systemActor } from "../../../platform/access/actor.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { type ApplyNotification, connectorOf } from "../../gateways/connector/index.ts";
import { openGatewayAccount } from "../../gateways/gateway-account/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { stateAfterTry, type TryResult } from "./inbound.policy.ts";
import { notificationQueue } from "./inbound.service.ts";
import { openNotification, overdueNotifications, settleNotification } from "./inbound.store.ts";

type Row = NonNullable<Awaited<ReturnType<typeof openNotification>>>;

const factsOfJob = (job: JobContext): RequestFacts => ({
  id: job.jobId,
  method: "JOB",
  path: notificationQueue,
  ip: "",
  userAgent: "",
  locale: "en",
  queryNames: [],
  headers: {},
});

/** One try. Exceptions may be temporary: an unreachable database, an account without credentials. */
async function tryOnce(platform: Platform, apply: ApplyNotification, job: JobContext, row: Row): Promise<TryResult> {
  try {
    const account = await openGatewayAccount(platform, row.gatewayAccountId);
    const reading = connectorOf(account.connector).readNotification(account, {
      headers: {},
      rawBody: row.body,
      now: job.now,
      isProven: true,
    });
    if (typeof reading === "string") return { kind: "failed", reason: reading };
    const { eventId, eventType, occurredAt, facts } = reading;
    if (facts.every(({ subject }) => subject === "other")) return { kind: "ignored", reason: "not_handled" };
    const result = await apply(
      { ...job.spine, platform },
      { gatewayAccountId: account.id, eventId, eventType, occurredAt, facts },
    );
    if (result === "processed") return { kind: "processed" };
    if (result === "ignored") return { kind: "ignored", reason: "nothing_new" };
    if (result === "unknown_object") return { kind: "later", reason: "unknown_object" };
    return { kind: "failed", reason: result.failed };
  } catch (error) {
    job.logger.warn({ err: error, notification: row.id }, "a gateway notification could not be taken in");
    return { kind: "later", reason: error instanceof Error ? error.message : String(error) };
  }
}

async function workOff(platform: Platform, apply: ApplyNotification, job: JobContext, row: Row): Promise<void> {
  const tries = row.attemptCount + 1;
  const standing = stateAfterTry(await tryOnce(platform, apply, job, row), tries);
  const actor = { ...systemActor, tenantId: row.tenantId };
  await transact(job.spine, { actor, request: factsOfJob(job) }, async (ctx) => {
    await settleNotification(ctx, row.id, tries, standing);
    const { status, waitSeconds, reason } = standing;
    if (waitSeconds !== null)
      await ctx.enqueue({ queue: notificationQueue, data: { id: row.id }, startAfterSeconds: waitSeconds });
    if (status === "failed")
      await recordException(ctx, {
        source: "inbound_webhook",
        eventType: row.eventType ?? "notification",
        level: "error",
        message: `A notification was given up: ${reason}`,
        objectType: "inboundNotification",
        objectId: row.id,
        payload: { eventId: row.eventId, objectNo: row.objectNo, tries },
        retry: { queue: notificationQueue, data: { id: row.id, again: true } },
      });
  });
}

const overdueMs = 10 * 60_000;
const overdueMax = 1_000;

/** Queues notifications whose job was lost again. One queued twice is applied once. */
const overdueWorker = defineWorker({
  queue: "gateway-notification-overdue",
  schema: z.object({}),
  schedule: { cron: "*/10 * * * *" },
  handle: async (job) => {
    const before = new Date(job.now.getTime() - overdueMs).toISOString();
    const ids = await overdueNotifications(job.db, before, overdueMax);
    if (ids.length === 0) return;
    await transact(job.spine, { actor: systemActor, request: factsOfJob(job) }, async (ctx) => {
      for (const id of ids) await ctx.enqueue({ queue: notificationQueue, data: { id } });
    });
  },
});

/** The workers of gateway notifications; `apply` comes from the payments module. */
export const inboundWorkers = (platform: Platform, apply: ApplyNotification): readonly JobWorker[] => [
  defineWorker({
    queue: notificationQueue,
    schema: z.object({ id: z.string(), again: z.boolean().default(false) }),
    concurrency: 4,
    handle: async (job, { id, again }) => {
      const row = await openNotification(job.db, id, again);
      if (row) await workOff(platform, apply, job, row);
    },
  }),
  overdueWorker,
];
