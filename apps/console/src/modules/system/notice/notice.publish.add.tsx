import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysNoticeMessages } from "@countinghouse/contract/system/notice/notice.messages.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { AskOnce } from "../../../platform/pages/row-actions.tsx";

/** Says who will see it, and publishes a draft. */
export function NoticePublish({ record, onClose }: RowFormProps<RecordOf<typeof sysNotice>>) {
  const { actions, text } = useWords(sysNoticeMessages);
  const { attempt } = useOperation(sysNotice, "public");
  if (!record) return null;
  return (
    <AskOnce
      question={{
        title: actions.public,
        text: fill(text.publishQuestion, { title: record.title }),
        confirm: actions.public,
      }}
      onAnswer={async (isConfirmed) => {
        if (isConfirmed) await attempt({ id: record.id });
        onClose();
      }}
    />
  );
}
