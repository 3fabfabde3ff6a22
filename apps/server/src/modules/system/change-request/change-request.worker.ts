import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { expireInTime } from "./change-request.service.ts";
import { hasOutlived } from "./change-request.store.ts";
import { noteTenants } from "./change-rule.service.ts";

/** Expires change requests, and records which tenants have two approvers by now. */
export const changeRequestWorker: JobWorker = defineWorker({
  queue: "change-requests",
  schema: z.object({}),
  schedule: { cron: "*/5 * * * *" },
  handle: async ({ db, now, inCommand }) => {
    await noteTenants({ db, now });
    if (await hasOutlived(db, now)) await inCommand(expireInTime, { event: "changeRequest.expire" });
  },
});
