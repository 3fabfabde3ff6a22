import { inboundWebhook } from "@countinghouse/contract/integration/webhook/inbound-webhook.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { reprocessNotifications } from "../inbound/index.ts";
import { describedInbound, findInbound } from "./inbound-list.store.ts";

/** Gateway notifications are for operators: merchants get events of their own. */
export const inboundWebhookRoutes = implement(inboundWebhook, {
  ...recordReads({ table: "inboundNotifications", resource: inboundWebhook, describe: describedInbound }),
  detail: (ctx, { id }) => findInbound(ctx, id),
  reprocess: async (ctx, { ids }) => {
    const count = await reprocessNotifications(ctx, ids);
    if (count === 0) throw refuse("inboundWebhook.nothingToDo");
    return { count };
  },
});
