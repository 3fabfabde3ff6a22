import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysOnlineUserMessages } from "@countinghouse/contract/system/session/session.messages.ts";
import { sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { AskOnce } from "../../../platform/pages/row-actions.tsx";

/** Asks, by the person's name, and ends one session. */
export function SessionEnd({ record, onClose }: RowFormProps<RecordOf<typeof sysOnlineUser>>) {
  const { actions, text } = useWords(sysOnlineUserMessages);
  const { attempt } = useOperation(sysOnlineUser, "forceOffline");
  if (!record) return null;
  const name = `${record.realName} (${record.userName})`;
  return (
    <AskOnce
      question={{
        title: actions.forceOffline,
        text: fill(text.confirmForce, { name }),
        confirm: actions.forceOffline,
        isDangerous: true,
      }}
      onAnswer={async (isConfirmed) => {
        if (isConfirmed) await attempt({ id: record.id });
        onClose();
      }}
    />
  );
}
