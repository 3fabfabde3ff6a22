import { webhookMessages } from "@countinghouse/contract/integration/webhook/webhook.messages.ts";
import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { WebhookBulkResend } from "./webhook.bulk.form.tsx";

export const forms = formsOf(webhook, webhookMessages, {
  resend: {
    ask: ({ words: { actions }, row }) => ({ title: `${actions.resend} · ${row.eventType} · ${row.objectNo}` }),
    said: (_result, { text }) => text.resendDone,
  },
  bulkResend: WebhookBulkResend,
  // Ends a delivery without sending it, and says why.
  skip: { fields: ["reason"] },
});
