import { sql } from "kysely";
import type { RetainedLog } from "../../../platform/jobs/log-archive.ts";
import { settingOf } from "../../settings/config/index.ts";

const dayMs = 86_400_000;

/** Visits past the configured retention. */
export const oldVisits: RetainedLog = {
  name: "visits",
  table: "visits",
  key: ["id", "createTime"],
  isOver: async (db, now) => {
    const days = await settingOf({ db }, "sys_log_retention_days");
    return sql`create_time < ${new Date(now.getTime() - days * dayMs).toISOString()}`;
  },
};
