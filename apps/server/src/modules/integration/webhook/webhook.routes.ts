import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { countDeliveries, describedDeliveries } from "./delivery.store.ts";
import { resendDeliveries, resendFound, skipDeliveries } from "./resend.store.ts";
import { describeDelivery } from "./webhook.service.ts";

export const webhookRoutes = implement(webhook, {
  ...recordReads({ table: "webhookDeliveries", resource: webhook, describe: describedDeliveries }),
  detail: describeDelivery,
  stat: countDeliveries,
  resend: async (ctx, input) => ({ count: await resendDeliveries(ctx, input) }),
  bulkResend: async (ctx, input) => ({ count: await resendFound(ctx, input) }),
  skip: async (ctx, input) => ({ count: await skipDeliveries(ctx, input) }),
});
