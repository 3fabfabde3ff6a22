import { channelMessages } from "@countinghouse/contract/gateways/channel/channel.messages.ts";
import { type Channel, channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

type FormProps = RowFormProps<Channel>;

/** Enters a channel, or changes it; its code and its method are for good. */
export function ChannelAdd({ record, onClose }: FormProps) {
  const { title, text } = useWords(channelMessages);
  const sold = [
    "name",
    { field: "gatewayId", hint: text.gatewayHint },
    "sort",
    { field: "checkoutLabel", isWide: true },
    { field: "remark", isWide: true },
  ] as const;
  const coverage = {
    key: "coverage",
    title: text.coverage,
    fields: [
      { field: "currencies", hint: text.emptyMeansAll, isWide: true },
      { field: "countries", hint: text.emptyMeansAll, isWide: true },
      { field: "limits", isWide: true },
    ],
  } as const;
  const sale = {
    key: "sale",
    title: text.sale,
    fields: ["recommendedPercent", { field: "recommendedFixed", isWide: true }],
  } as const;
  if (record)
    return (
      <SectionedForm
        resource={channel}
        operation="update"
        as="drawer"
        sections={() => [{ key: "channel", title, fields: sold }, coverage, sale]}
        record={record}
        onClose={onClose}
      />
    );
  const named = ["channelCode", "paymentMethodId"] as const;
  return (
    <SectionedForm
      resource={channel}
      operation="add"
      as="drawer"
      sections={() => [{ key: "channel", title, fields: [...named, ...sold] }, coverage, sale]}
      onClose={onClose}
    />
  );
}

/** Sets the window in which nobody pays over the channel, or takes it away. */
export function ChannelMaintenance({ record, onClose }: FormProps) {
  const { text } = useWords(channelMessages);
  const start = {
    from: record?.maintenanceFrom ?? null,
    to: record?.maintenanceTo ?? null,
    message: record?.maintenanceMessage ?? null,
  };
  return (
    <RecordForm
      resource={channel}
      operation="maintenance"
      fields={[
        { field: "from", hint: text.windowHint },
        "to",
        { field: "message", hint: text.messageHint, isWide: true },
      ]}
      record={record && { ...record, ...start }}
      onClose={onClose}
    />
  );
}

/** Enables or disables a channel; one under maintenance counts as enabled. */
export const ChannelStatusForm = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={channel}
    operation="setStatus"
    fields={[{ field: "status", isWide: true }]}
    record={record && { ...record, status: record.status === "disabled" ? "disabled" : "enabled" }}
    onClose={onClose}
  />
);
