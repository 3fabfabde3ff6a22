import { sql } from "kysely";
import type { RetainedLog } from "../../../platform/jobs/log-archive.ts";
import type { RetentionSweep } from "../../../platform/jobs/retention.ts";
import { settingOf } from "../../settings/config/index.ts";

const dayMs = 86_400_000;

const oldRowsOf = (table: "operationLogs" | "exceptionLogs", name: string): RetainedLog => ({
  name,
  table,
  key: ["id", "createTime"],
  isOver: async (db, now) => {
    const days = await settingOf({ db }, "sys_log_retention_days");
    return sql`create_time < ${new Date(now.getTime() - days * dayMs).toISOString()}`;
  },
});

/** Commands and defects past the configured retention. */
export const oldCalls = [oldRowsOf("operationLogs", "operations"), oldRowsOf("exceptionLogs", "defects")] as const;

/** Creates the partitions of this and the next month, and drops empty ones. */
export const logMonths: RetentionSweep = {
  name: "months of logs",
  run: async (db) => {
    await sql`SELECT settle_log_months()`.execute(db);
    return 0;
  },
};
