import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { purgeSamples } from "./node.store.ts";
import { keepDatabaseSample } from "./server.store.ts";

/** Samples database and queues every minute, on one node, and deletes samples older than a day. */
export const serverSampleWorker: JobWorker = defineWorker({
  queue: "server-sample",
  schema: z.object({}),
  schedule: { cron: "* * * * *" },
  // A missed minute is not made up for.
  retry: { limit: 0, delaySeconds: 1 },
  handle: async ({ db, now }) => {
    await keepDatabaseSample(db, now);
    await purgeSamples(db, now);
  },
});
