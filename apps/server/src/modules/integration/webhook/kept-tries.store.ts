import { sql } from "kysely";
import type { RetainedLog } from "../../../platform/jobs/log-archive.ts";

const keptMs = 90 * 86_400_000;

/** Attempts with receivers' answers. The delivery and its event stay, so that it can be sent again. */
export const oldTries: RetainedLog = {
  name: "tries of webhooks",
  table: "webhookAttempts",
  key: ["merchantId", "id"],
  isOver: (_db, now) => sql`at < ${new Date(now.getTime() - keptMs).toISOString()}`,
};
