import { z } from "zod";
import { defineWorker, type JobWorker } from "../../../platform/jobs/worker.ts";
import { settingOf } from "../../settings/config/index.ts";
import { disableUnused } from "./unused-users.store.ts";

const dayMs = 86_400_000;

/** Disables nightly the accounts without a sign-in for the configured number of days; 90 by default (PCI DSS 8.2.6). */
export const unusedAccounts: JobWorker = defineWorker({
  queue: "unused-accounts",
  schema: z.object({}),
  schedule: { cron: "23 2 * * *" },
  handle: async ({ db, now, inCommand, logger, signal }) => {
    const days = await settingOf({ db }, "sys_unused_account_days");
    const before = new Date(now.getTime() - days * dayMs);
    for (let disabled = Number.POSITIVE_INFINITY; disabled > 0 && !signal.aborted; ) {
      disabled = await inCommand((ctx) => disableUnused(ctx, before), {
        event: "sysUser.disableUnused",
        input: { days, before: before.toISOString() },
      });
      if (disabled > 0) logger.info({ disabled }, "accounts disabled that nobody used");
    }
  },
});
