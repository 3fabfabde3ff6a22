import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merPayChannelCfgMessages } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.messages.ts";
import {
  type MerPayChannelCfg,
  merPayChannelCfg,
} from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

type FormProps = RowFormProps<MerPayChannelCfg>;

/** Puts a channel into a checkout, or changes when it is shown; merchant, app and channel are for good. */
export function LineAdd({ record, onClose }: FormProps) {
  const { title, text } = useWords(merPayChannelCfgMessages);
  const hint = text.emptyMeansAll;
  const conditions = {
    key: "conditions",
    title: text.conditions,
    fields: [
      { field: "currencies", hint, isWide: true },
      { field: "countries", hint, isWide: true },
      { field: "devices", hint, isWide: true },
      { field: "limits", isWide: true },
    ],
  } as const;
  if (record)
    return (
      <SectionedForm
        resource={merPayChannelCfg}
        operation="update"
        as="drawer"
        sections={() => [{ key: "line", title, fields: ["sort", "isOffered"] }, conditions]}
        record={record}
        onClose={onClose}
      />
    );
  return (
    <SectionedForm
      resource={merPayChannelCfg}
      operation="add"
      as="drawer"
      sections={() => [
        {
          key: "line",
          title,
          fields: [
            "merchantId",
            { field: "coinAppId", hint: text.appHint },
            { field: "channelId", isWide: true },
            "sort",
            "isOffered",
          ],
        },
        conditions,
      ]}
      onClose={onClose}
    />
  );
}

/** Shows or hides a channel and gives it its place. */
export const LineArrange = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={merPayChannelCfg}
    operation="arrange"
    fields={["isOffered", "sort"]}
    record={record}
    onClose={onClose}
  />
);

export const LineStatus = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={merPayChannelCfg}
    operation="setStatus"
    fields={[{ field: "status", isWide: true }]}
    record={record}
    onClose={onClose}
  />
);

/** Adds the channels of another merchant, or every one, to a checkout. */
export function TemplateForm({ onClose }: { onClose(): void }) {
  const { title, text } = useWords(merPayChannelCfgMessages);
  return (
    <SectionedForm
      resource={merPayChannelCfg}
      operation="applyTemplate"
      sections={() => [
        {
          key: "template",
          title,
          fields: [
            { field: "merchantId", isWide: true },
            { field: "coinAppId", hint: text.appHint, isWide: true },
            { field: "fromMerchantId", hint: text.templateHint, isWide: true },
          ],
        },
      ]}
      onClose={onClose}
      onDone={({ added }) => {
        toast.success(fill(text.templateAdded, { count: added }));
        onClose();
      }}
    />
  );
}
