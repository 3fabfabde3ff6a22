import { sql } from "kysely";
import { batchRows, inBatches, type Sweep } from "../../../platform/jobs/retention.ts";
import { settingOf } from "../../settings/config/index.ts";

const dayMs = 86_400_000;

/** Visits older than the days an administrator chose. */
export const oldVisits: Sweep = {
  name: "visits",
  run: async (db, now) => {
    const days = await settingOf({ db }, "sys_log_retention_days");
    const before = new Date(now.getTime() - days * dayMs).toISOString();
    return inBatches(async () => {
      const { numAffectedRows } = await sql`
        DELETE FROM visits WHERE id IN (SELECT id FROM visits WHERE create_time < ${before} LIMIT ${batchRows})`.execute(
        db,
      );
      return Number(numAffectedRows);
    });
  },
};
