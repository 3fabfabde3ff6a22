import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { afterTriggered } from "./job-trigger.service.ts";
import { dueTriggers, noteTriggered } from "./job-trigger.store.ts";

/** Starts due triggers: once a minute, on one node, each trigger once. */
export const jobTriggerWorker: JobWorker = defineWorker({
  queue: "job-trigger",
  schema: z.object({}),
  schedule: { cron: "* * * * *" },
  handle: async ({ spine, now, logger }) =>
    spine.db.transaction().execute(async (tx) => {
      for (const { isResting, ...trigger } of await dueTriggers(tx, now)) {
        if (!isResting) await spine.enqueue(tx, { queue: trigger.jobId, data: { trigger: trigger.id } });
        await noteTriggered(tx, trigger.id, afterTriggered(trigger, now, !isResting));
        logger.info({ job: trigger.jobId, trigger: trigger.triggerId, isResting }, "a trigger came up");
      }
    }),
});
