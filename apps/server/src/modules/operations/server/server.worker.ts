import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { purgeSamples } from "./node.store.ts";
import { keepDatabaseSample } from "./server.store.ts";

/** Writes down every minute, on one node, how the database and the queues are getting on, and forgets what is over a day old. */
export const serverSampleWorker: JobWorker = defineWorker({
  queue: "server-sample",
  schema: z.object({}),
  schedule: { cron: "* * * * *" },
  // A minute that was missed is not made up for.
  retry: { limit: 0, delaySeconds: 1 },
  handle: async ({ db, now }) => {
    await keepDatabaseSample(db, now);
    await purgeSamples(db, now);
  },
});
