import { webhook } from "@countinghouse/contract/webhook/webhook.ts";
import { exportable } from "../../platform/export/exportable.ts";
import { implement } from "../../platform/http/implement.ts";
import { deliveryColumn, deliveryKey, describedDeliveries, pageDeliveries } from "./delivery.store.ts";

export const webhookRoutes = implement(webhook, {
  page: pageDeliveries,
  export: exportable(webhook, describedDeliveries, { columnOf: deliveryColumn, id: deliveryKey }),
});
