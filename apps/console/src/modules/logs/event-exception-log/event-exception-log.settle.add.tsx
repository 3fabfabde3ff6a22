import { fill } from "@countinghouse/contract/kit/locale.ts";
import { eventExceptionLogMessages } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.messages.ts";
import {
  type EventException,
  eventExceptionLog,
} from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { AskOnce } from "../../../platform/pages/row-actions.tsx";

type FormProps = RowFormProps<EventException>;

const idsOf = (record: EventException | undefined) => ({ ids: record ? [record.id] : [] });

/** Asks, and does the failed work of every occurrence again. */
export function ExceptionRetry({ record, onClose }: FormProps) {
  const { actions, text } = useWords(eventExceptionLogMessages);
  const { run } = useOperation(eventExceptionLog, "retryGroup", { success: null });
  if (!record) return null;
  const retry = async () => {
    try {
      const { count } = await run({ fingerprint: record.fingerprint });
      toast.success(fill(text.retryDone, { count }));
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <AskOnce
      question={{
        title: `${actions.retryGroup} · ${record.exceptionNo}`,
        text: record.message,
        confirm: actions.retryGroup,
      }}
      onAnswer={async (isConfirmed) => {
        if (isConfirmed) await retry();
        onClose();
      }}
    />
  );
}

/** Asks, and opens a settled kind again. */
export function ExceptionReopen({ record, onClose }: FormProps) {
  const { actions } = useWords(eventExceptionLogMessages);
  const { attempt } = useOperation(eventExceptionLog, "reopen");
  if (!record) return null;
  return (
    <AskOnce
      question={{ title: `${actions.reopen} · ${record.exceptionNo}`, text: record.message, confirm: actions.reopen }}
      onAnswer={async (isConfirmed) => {
        if (isConfirmed) await attempt({ ids: [record.id] });
        onClose();
      }}
    />
  );
}

export const ExceptionIgnore = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={eventExceptionLog}
    operation="ignore"
    fields={[{ field: "reason", isWide: true }]}
    initial={idsOf(record)}
    onClose={onClose}
  />
);

export const ExceptionResolve = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={eventExceptionLog}
    operation="resolve"
    fields={[{ field: "remark", isWide: true }]}
    initial={idsOf(record)}
    onClose={onClose}
  />
);

/** Gives a kind of failure to somebody, or to nobody. */
export const ExceptionAssign = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={eventExceptionLog}
    operation="assign"
    fields={[{ field: "assigneeId", isWide: true }]}
    initial={{ ...idsOf(record), assigneeId: record?.assigneeId ?? null }}
    onClose={onClose}
  />
);
