import { sql } from "kysely";
import type { RetainedLog } from "../../../platform/jobs/log-archive.ts";
import { settingOf } from "../../settings/config/index.ts";

const dayMs = 86_400_000;

/**
 * Exchanges with merchants and gateways past the retention that an administrator set. Orders, attempts, timelines and
 * journals are kept for ever.
 */
export const oldExchanges: RetainedLog = {
  name: "exchanges of orders",
  table: "orderExchanges",
  key: ["merchantId", "id"],
  isOver: async (db, now) => {
    const days = await settingOf({ db }, "order_exchange_retention_days");
    return sql`time < ${new Date(now.getTime() - days * dayMs).toISOString()}`;
  },
};
