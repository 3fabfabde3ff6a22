import { webhookMessages } from "@countinghouse/contract/integration/webhook/webhook.messages.ts";
import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { AskOnce } from "../../../platform/pages/ask-once.tsx";
import { filterInputs } from "../../../platform/pages/list-address.ts";
import { filtersOf } from "../../../platform/pages/paged-resource.ts";
import { useListAddress } from "../../../platform/pages/use-list-address.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";

/** Sends everything once more that the list's filters find and that was given up. */
export function WebhookBulkResend({ onClose }: { onClose(): void }) {
  const { actions, text } = useWords(webhookMessages);
  const { address } = useListAddress(webhook);
  const timeZone = useTimeZone();
  const mode = useStore(paymentMode);
  const { run } = useOperation(webhook, "bulkResend", { success: null });
  const answer = async (isConfirmed: boolean) => {
    if (!isConfirmed) return onClose();
    try {
      const filters = filterInputs(address, filtersOf(webhook), timeZone, Date.now());
      const { count } = await run({ ...filters, mode } as never);
      toast.success(fill(text.bulkDone, { count }));
    } catch (error) {
      toastFailure(error);
    }
    onClose();
  };
  const question = { title: actions.bulkResend, text: text.bulkQuestion, confirm: actions.bulkResend };
  return <AskOnce question={question} onAnswer={(isConfirmed) => void answer(isConfirmed)} />;
}
