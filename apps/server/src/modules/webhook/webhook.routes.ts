import { webhook } from "@countinghouse/contract/webhook/webhook.ts";
import { exportable } from "../../platform/export/exportable.ts";
import { implement } from "../../platform/http/implement.ts";
import { countDeliveries, deliveryColumn, deliveryKey, describedDeliveries, pageDeliveries } from "./delivery.store.ts";
import { resendDeliveries, resendFound, skipDeliveries } from "./resend.store.ts";
import { describeDelivery } from "./webhook.service.ts";

export const webhookRoutes = implement(webhook, {
  page: pageDeliveries,
  detail: (ctx, { id }) => describeDelivery(ctx, id),
  stat: countDeliveries,
  resend: async (ctx, { ids }) => ({ count: await resendDeliveries(ctx, ids) }),
  bulkResend: async (ctx, input) => ({ count: await resendFound(ctx, input) }),
  skip: async (ctx, { ids, reason }) => ({ count: await skipDeliveries(ctx, ids, reason) }),
  export: exportable(webhook, describedDeliveries, { columnOf: deliveryColumn, id: deliveryKey }),
});
