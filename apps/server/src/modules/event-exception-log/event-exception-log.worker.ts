import { z } from "zod";
import { defineWorker, type JobWorker } from "../../platform/jobs/worker.ts";
import { groupItems, groupQueue, lockGroup } from "./exception.store.ts";

/** Puts failures into their group that found it taken when they were written. */
const groupWorker = defineWorker({
  queue: groupQueue,
  schema: z.object({ fingerprint: z.string() }),
  handle: async ({ db }, { fingerprint }) =>
    db.transaction().execute(async (tx) => {
      await lockGroup({ db: tx }, fingerprint);
      await groupItems(tx, fingerprint);
    }),
});

/** What works on failures in the background. */
export const eventExceptionWorkers: readonly JobWorker[] = [groupWorker];
