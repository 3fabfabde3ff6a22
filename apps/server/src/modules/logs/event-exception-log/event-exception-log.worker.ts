import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { type DeadLetterJob, newDeadJobs } from "./dead-job.store.ts";
import { settleQuiet } from "./event-exception-log.store.ts";
import { type ExceptionFacts, groupItems, groupQueue, lockGroup, recordOccurrence } from "./exception.store.ts";

/** Groups failures whose group was locked when they were recorded. */
const groupWorker = defineWorker({
  queue: groupQueue,
  schema: z.object({ fingerprint: z.string() }),
  handle: async ({ db, now }, { fingerprint }) =>
    db.transaction().execute(async (tx) => {
      await lockGroup({ db: tx }, fingerprint);
      await groupItems(tx, fingerprint, now);
    }),
});

/** Dead jobs per run. */
const batch = 200;

/** A job that failed for good, for people. Its data is queued again on retry. */
const failureOf = ({ id, queue, data, error }: DeadLetterJob): ExceptionFacts => {
  const { merchantId } = data as { readonly merchantId?: unknown };
  return {
    source: "job",
    eventType: queue,
    level: "error",
    message: error ?? "The job ended without a word: its node died, or it took too long.",
    objectType: "job",
    objectId: id,
    merchantId: typeof merchantId === "string" ? merchantId : null,
    payload: data,
    retry: { queue, data },
  };
};

/** Reports jobs that failed for good, and resolves failures that did not recur after a retry. */
const watchWorker = defineWorker({
  queue: "event-exception-watch",
  schema: z.object({}),
  schedule: { cron: "* * * * *" },
  handle: async ({ db, now, inCommand }) => {
    const dead = await newDeadJobs(db, batch);
    // One transaction for each, so that none locks two groups.
    for (const job of dead)
      await inCommand((ctx) => recordOccurrence(ctx, job.itemId, failureOf(job)), {
        event: "eventExceptionLog.noticeDeadJob",
        input: { id: job.id, queue: job.queue },
      });
    await settleQuiet(db, now);
  },
});

/** Background workers of failures. */
export const eventExceptionWorkers: readonly JobWorker[] = [groupWorker, watchWorker];
