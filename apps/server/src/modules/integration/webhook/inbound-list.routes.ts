import { inboundWebhook } from "@countinghouse/contract/integration/webhook/inbound-webhook.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { reprocessNotifications } from "../inbound/index.ts";
import { describedInbound, findInbound, inboundColumn, inboundKey, pageInbound } from "./inbound-list.store.ts";

/** What gateways tell is the operator's: merchants are told by their own events. */
export const inboundWebhookRoutes = implement(inboundWebhook, {
  page: pageInbound,
  detail: (ctx, { id }) => findInbound(ctx, id),
  reprocess: async (ctx, { ids }) => {
    const count = await reprocessNotifications(ctx, ids);
    if (count === 0) throw refuse("inboundWebhook.nothingToDo");
    return { count };
  },
  export: exportable(inboundWebhook, describedInbound, { columnOf: inboundColumn, id: inboundKey }),
});
