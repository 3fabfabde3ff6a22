import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { purgeSessions } from "../session/index.ts";
import { purgeAttempts } from "./attempts.store.ts";

/** Deletes expired sign-in data: counters, tickets, captchas and sessions. */
export const purgeSignIn: JobWorker = defineWorker({
  queue: "sign-in.purge",
  schema: z.object({}),
  schedule: { cron: "*/10 * * * *" },
  handle: async ({ db, now }) => {
    await purgeAttempts(db, now);
    await purgeSessions(db, now);
  },
});
