import { sql } from "kysely";
import { batchRows, inBatches, type Sweep } from "../../../platform/jobs/retention.ts";
import { settingOf } from "../../settings/config/index.ts";

const dayMs = 86_400_000;

/**
 * Exchanges with merchants and gateways older than the days an administrator chose. The order, its attempts, its story
 * and its journals stay for ever.
 */
export const oldExchanges: Sweep = {
  name: "exchanges of orders",
  run: async (db, now) => {
    const days = await settingOf({ db }, "order_exchange_retention_days");
    const before = new Date(now.getTime() - days * dayMs).toISOString();
    return inBatches(async () => {
      const { numAffectedRows } = await sql`
        DELETE FROM order_exchanges WHERE (merchant_id, id) IN (
          SELECT merchant_id, id FROM order_exchanges WHERE time < ${before} LIMIT ${batchRows})`.execute(db);
      return Number(numAffectedRows);
    });
  },
};
