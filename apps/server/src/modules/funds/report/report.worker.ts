import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { refreshReports } from "./report-slots.store.ts";

/** Adds up every minute what changed. The sums follow from orders and postings: nothing of it is audited. */
export const reportSlotsWorker: JobWorker = defineWorker({
  queue: "report-slots",
  schema: z.object({}),
  schedule: { cron: "* * * * *" },
  retry: { limit: 0, delaySeconds: 1 },
  handle: async ({ db, now }) => {
    await refreshReports(db, now);
  },
});
