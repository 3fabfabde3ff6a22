import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { purgeAdmissions } from "./admission.store.ts";

/** Deletes expired nonces, idempotency keys and rate limits of the open API. */
export const purgeOpenApi: JobWorker = defineWorker({
  queue: "open-api.purge",
  schema: z.object({}),
  schedule: { cron: "*/5 * * * *" },
  handle: async ({ db, now }) => purgeAdmissions(db, now),
});
