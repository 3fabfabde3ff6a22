import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import type { Platform } from "../../../platform/platform.ts";
import { type AccountProbe, checkAccountHealth, reportFallenApprovals } from "./routing.health.service.ts";
import { dropCounted, sumApprovals } from "./routing.health.store.ts";

/** The schedule counts in minutes: each job checks six times, so that an outage is noticed within ten seconds. */
const looks = 6;
const lookEveryMs = 10_000;

/** Judges the health of gateway accounts, six times a minute on one node. */
const healthWorker = ({ clock }: Platform, probe: AccountProbe): JobWorker =>
  defineWorker({
    queue: "routing-health",
    schema: z.object({}),
    schedule: { cron: "* * * * *" },
    retry: { limit: 0, delaySeconds: 1 },
    expireSeconds: 90,
    isWaiting: true,
    handle: async (job) => {
      for (let look = 0; look < looks && !job.signal.aborted; look += 1) {
        if (look > 0) await sleep(lookEveryMs, undefined, { signal: job.signal }).catch(() => {});
        if (!job.signal.aborted) await checkAccountHealth(job, probe, clock.now());
      }
    },
  });

/** Recomputes approval rates, deletes old counts, and reports fallen approvals. */
const approvalWorker = defineWorker({
  queue: "routing-approvals",
  schema: z.object({}),
  schedule: { cron: "*/10 * * * *" },
  retry: { limit: 1, delaySeconds: 30 },
  handle: async (job) => {
    await sumApprovals(job.db, job.now.getTime());
    await dropCounted(job.db, job.now.getTime());
    // Once after each full hour.
    if (job.now.getUTCMinutes() < 10) await reportFallenApprovals(job, job.now);
  },
});

/** Background workers of routing. `probe` tests an account. */
export const routingWorkers = (platform: Platform, probe: AccountProbe): readonly JobWorker[] => [
  healthWorker(platform, probe),
  approvalWorker,
];
