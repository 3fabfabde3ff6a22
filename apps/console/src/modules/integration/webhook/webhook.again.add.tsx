import { webhookMessages } from "@countinghouse/contract/integration/webhook/webhook.messages.ts";
import { type Delivery, webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Button } from "antd";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { filterInputs } from "../../../platform/pages/list-address.ts";
import { filtersOf, type RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { AskOnce } from "../../../platform/pages/row-actions.tsx";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { useListAddress } from "../../../platform/pages/use-list-address.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";

type FormProps = RowFormProps<Delivery>;

/** Asks, and sends one delivery once more. */
export function WebhookResend({ record, onClose }: FormProps) {
  const { actions, text } = useWords(webhookMessages);
  const { attempt } = useOperation(webhook, "resend", { success: text.resendDone });
  if (!record) return null;
  return (
    <AskOnce
      question={{
        title: `${actions.resend} · ${record.eventType} · ${record.objectNo}`,
        confirm: actions.resend,
      }}
      onAnswer={async (isConfirmed) => {
        if (isConfirmed) await attempt({ ids: [record.id], merchantId: record.merchantId });
        onClose();
      }}
    />
  );
}

/** Ends a delivery without sending it, and says why. */
export const WebhookSkip = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={webhook}
    operation="skip"
    fields={[{ field: "reason", isWide: true }]}
    initial={{ ids: record ? [record.id] : [], merchantId: record?.merchantId }}
    onClose={onClose}
  />
);

/** Sends everything once more that the list's filters find and that was given up. */
export function WebhookBulkResend() {
  const { actions, text } = useWords(webhookMessages);
  const { address } = useListAddress(webhook);
  const timeZone = useTimeZone();
  const mode = useStore(paymentMode);
  const { run, isRunning } = useOperation(webhook, "bulkResend", { success: null });
  const { ask, dialog } = useConfirm();
  const start = async () => {
    if (!(await ask({ title: actions.bulkResend, text: text.bulkQuestion, confirm: actions.bulkResend }))) return;
    try {
      const filters = filterInputs(address, filtersOf(webhook), timeZone, Date.now());
      const { count } = await run({ ...filters, mode } as never);
      toast.success(fill(text.bulkDone, { count }));
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Allowed need="webhook:bulkResend">
      <Button loading={isRunning} onClick={() => void start()}>
        {actions.bulkResend}
      </Button>
      {dialog}
    </Allowed>
  );
}
