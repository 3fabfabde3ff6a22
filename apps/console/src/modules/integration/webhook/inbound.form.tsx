import { inboundWebhookMessages } from "@countinghouse/contract/integration/webhook/inbound-webhook.messages.ts";
import { inboundWebhook } from "@countinghouse/contract/integration/webhook/inbound-webhook.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(inboundWebhook, inboundWebhookMessages, {
  reprocess: {
    ask: ({ words: { actions }, row }) => ({
      title: [actions.reprocess, row.eventType, row.objectNo].filter(Boolean).join(" · "),
    }),
  },
});
