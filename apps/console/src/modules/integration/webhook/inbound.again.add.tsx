import { inboundWebhookMessages } from "@countinghouse/contract/integration/webhook/inbound-webhook.messages.ts";
import { type InboundWebhook, inboundWebhook } from "@countinghouse/contract/integration/webhook/inbound-webhook.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { AskOnce } from "../../../platform/pages/row-actions.tsx";

/** Asks, and works one notification off once more. */
export function InboundReprocess({ record, onClose }: RowFormProps<InboundWebhook>) {
  const { actions } = useWords(inboundWebhookMessages);
  const { attempt } = useOperation(inboundWebhook, "reprocess");
  if (!record) return null;
  return (
    <AskOnce
      question={{
        title: [actions.reprocess, record.eventType, record.objectNo].filter(Boolean).join(" · "),
        confirm: actions.reprocess,
      }}
      onAnswer={async (isConfirmed) => {
        if (isConfirmed) await attempt({ ids: [record.id] });
        onClose();
      }}
    />
  );
}
