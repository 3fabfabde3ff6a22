import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { compareReports, refreshReports } from "./report-slots.store.ts";

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

/** Slots that a message names. */
const namedMax = 5;

/** Compares the roll-up with what happened every night, mends it, and tells people where it said otherwise. */
export const reportComparisonWorker: JobWorker = defineWorker({
  queue: "report-comparison",
  schema: z.object({}),
  schedule: { cron: "40 3 * * *" },
  retry: { limit: 3, delaySeconds: 300 },
  expireSeconds: 7_200,
  handle: async ({ db, now, inCommand }) => {
    const wrong = await compareReports(db, now);
    if (wrong.length === 0) return;
    await inCommand(
      (ctx) =>
        recordException(ctx, {
          source: "job",
          eventType: "report.rollUpWrong",
          objectType: "report",
          objectId: null,
          level: "error",
          message: `the roll-up of reports said otherwise than orders and postings, and was mended: ${wrong.slice(0, namedMax).join(", ")}`,
          payload: { slots: wrong.slice(0, 100), count: wrong.length },
        }),
      { event: "reportByGateway.compare" },
    );
  },
});
