import { channelMessages } from "@countinghouse/contract/gateways/channel/channel.messages.ts";
import { type Channel, channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { PercentInput } from "@countinghouse/ui/fields/percent-input.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { FixedAmountsInput, LimitsInput } from "../../../platform/pickers/amount-rows.tsx";
import { LocaleNamesInput } from "../../../platform/pickers/locale-names-input.tsx";
import {
  CodesInput,
  CurrenciesPicker,
  GatewayPicker,
  MethodPicker,
} from "../../../platform/pickers/payment-pickers.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

type FormProps = RowFormProps<Channel>;

/** Enters a channel, or changes it; its code and its method are for good. */
export function ChannelAdd({ record, onClose }: FormProps) {
  const { title, text } = useWords(channelMessages);
  const sold = [
    "name",
    { field: "gatewayId", input: GatewayPicker, hint: text.gatewayHint },
    "sort",
    { field: "checkoutLabel", input: LocaleNamesInput, isWide: true },
    { field: "remark", isWide: true },
  ] as const;
  const coverage = {
    key: "coverage",
    title: text.coverage,
    fields: [
      { field: "currencies", input: CurrenciesPicker, hint: text.emptyMeansAll, isWide: true },
      { field: "countries", input: CodesInput, hint: text.emptyMeansAll, isWide: true },
      { field: "limits", input: LimitsInput, isWide: true },
    ],
  } as const;
  const sale = {
    key: "sale",
    title: text.sale,
    fields: [
      { field: "recommendedPercent", input: PercentInput },
      { field: "recommendedFixed", input: FixedAmountsInput, isWide: true },
    ],
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
  const named = ["channelCode", { field: "paymentMethodId", input: MethodPicker }] as const;
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
        { field: "message", input: LocaleNamesInput, hint: text.messageHint, isWide: true },
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
