import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { countDeliveries, deliveryColumn, deliveryKey, describedDeliveries, pageDeliveries } from "./delivery.store.ts";
import { resendDeliveries, resendFound, skipDeliveries } from "./resend.store.ts";
import { describeDelivery } from "./webhook.service.ts";

export const webhookRoutes = implement(webhook, {
  page: pageDeliveries,
  detail: describeDelivery,
  stat: countDeliveries,
  resend: async (ctx, input) => ({ count: await resendDeliveries(ctx, input) }),
  bulkResend: async (ctx, input) => ({ count: await resendFound(ctx, input) }),
  skip: async (ctx, input) => ({ count: await skipDeliveries(ctx, input) }),
  export: exportable(webhook, describedDeliveries, { columnOf: deliveryColumn, id: deliveryKey }),
});
