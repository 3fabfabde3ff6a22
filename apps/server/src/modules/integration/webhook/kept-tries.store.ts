import { sql } from "kysely";
import { batchRows, inBatches, type Sweep } from "../../../platform/jobs/retention.ts";

const keptMs = 90 * 86_400_000;

/** Tries with what receivers answered. The delivery and its event stay, so that it can still be sent again. */
export const oldTries: Sweep = {
  name: "tries of webhooks",
  run: (db, now) =>
    inBatches(async () => {
      const before = new Date(now.getTime() - keptMs).toISOString();
      const { numAffectedRows } = await sql`
        DELETE FROM webhook_attempts WHERE (merchant_id, id) IN (
          SELECT merchant_id, id FROM webhook_attempts WHERE at < ${before} LIMIT ${batchRows})`.execute(db);
      return Number(numAffectedRows);
    }),
};
