import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { refreshOrderSlots } from "./order-slots.store.ts";

/** Counts changed orders every minute. The counts are derived from orders, so they are not audited. */
export const orderStatsWorker: JobWorker = defineWorker({
  queue: "order-stats",
  schema: z.object({}),
  schedule: { cron: "* * * * *" },
  retry: { limit: 0, delaySeconds: 1 },
  handle: async ({ db, now }) => {
    await refreshOrderSlots(db, now);
  },
});
