import { merGatewayAccountCfgMessages } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.messages.ts";
import {
  type MerGatewayAccountCfg,
  merGatewayAccountCfg,
} from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { type InputProps, IntegerInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { amountField, currencyField } from "../../../platform/pickers/amount-rows.tsx";
import { type RowField, RowsInput } from "../../../platform/pickers/rows-input.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

type FormProps = RowFormProps<MerGatewayAccountCfg>;
type Cap = MerGatewayAccountCfg["limits"][number];

/** What the merchant may pay over the account per currency. */
function CapsInput(props: InputProps<readonly Cap[]>) {
  const { fields, text } = useWords(merGatewayAccountCfgMessages);
  const count: RowField<Cap> = {
    key: "dailyCount",
    label: text.dailyCount,
    input: (row, facts, onChange) => <IntegerInput facts={facts} value={row.dailyCount} onChange={onChange} min={1} />,
  };
  return (
    <RowsInput<Cap>
      {...props}
      blank={() => ({ currency: "", dailyAmount: null, dailyCount: null, monthlyAmount: null }) as unknown as Cap}
      fields={[
        currencyField(fields.currencies),
        amountField("dailyAmount", text.dailyAmount),
        count,
        amountField("monthlyAmount", text.monthlyAmount),
      ]}
    />
  );
}

/** What a form says once a live change waits. */
const tellPending = (isPending: boolean, words: { readonly savedPending: string }): void => {
  if (isPending) toast.success(words.savedPending);
};

/** Binds a merchant to an account, or changes how; who is bound to what is for good. */
export function BindingAdd({ record, onClose }: FormProps) {
  const { text } = useWords(merGatewayAccountCfgMessages);
  const hint = text.emptyMeansAll;
  const routing = [
    { field: "priority", hint: text.priorityHint },
    { field: "weight", hint: text.weightHint },
    "validFrom",
    "validTo",
    { field: "limits", input: CapsInput, isWide: true },
  ] as const;
  const narrowing = (_merchantId: unknown) =>
    ({
      key: "narrowing",
      title: text.narrowing,
      fields: [
        { field: "coinAppIds", hint, isWide: true },
        { field: "paymentMethods", hint, isWide: true },
        { field: "paymentTypes", hint, isWide: true },
        { field: "currencies", hint, isWide: true },
        { field: "countries", hint },
        { field: "binCountries", hint: text.issuersHint },
        { field: "unknownIssuer", hint: text.unknownIssuerHint, isWide: true },
      ],
    }) as const;
  const identity = { key: "identity", title: text.identity, fields: ["subMid", "descriptor"] } as const;
  const done = ({ isPending }: { readonly isPending: boolean }) => {
    tellPending(isPending, text);
    onClose();
  };
  if (record)
    return (
      <SectionedForm
        resource={merGatewayAccountCfg}
        operation="update"
        as="drawer"
        sections={() => [
          { key: "routing", title: text.routingSection, fields: routing },
          narrowing(record.merchantId),
          identity,
        ]}
        record={record}
        onClose={onClose}
        onDone={done}
      />
    );
  return (
    <SectionedForm
      resource={merGatewayAccountCfg}
      operation="add"
      as="drawer"
      initial={{ priority: 100, weight: 50 }}
      sections={({ merchantId }) => [
        {
          key: "routing",
          title: text.routingSection,
          fields: ["merchantId", { field: "gatewayAccountId", hint: text.liveHint }, ...routing],
        },
        narrowing(merchantId),
        identity,
      ]}
      onClose={onClose}
      onDone={done}
    />
  );
}

export function BindingStatusForm({ record, onClose }: FormProps) {
  const { text } = useWords(merGatewayAccountCfgMessages);
  return (
    <RecordForm
      resource={merGatewayAccountCfg}
      operation="setStatus"
      fields={[{ field: "status", isWide: true }]}
      record={record && { ...record, status: record.status === "enabled" ? "enabled" : "disabled" }}
      onClose={onClose}
      onDone={({ isPending }) => tellPending(isPending, text)}
    />
  );
}

export const BindingReject = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={merGatewayAccountCfg}
    operation="reject"
    fields={[{ field: "reason", isWide: true }]}
    record={record}
    onClose={onClose}
  />
);

/** Moves a share of one account's orders to another. */
export function TrafficShift({ onClose }: { onClose(): void }) {
  const { text } = useWords(merGatewayAccountCfgMessages);
  return (
    <RecordForm
      resource={merGatewayAccountCfg}
      operation="shift"
      fields={[
        { field: "merchantId", isWide: true },
        "fromAccountId",
        "toAccountId",
        { field: "percent", isWide: true },
      ]}
      onClose={onClose}
      onDone={({ isPending, weights }) => {
        const shown = weights.map(({ accountName, before, after }) => `${accountName} ${before} → ${after}`);
        toast.success(`${isPending ? text.savedPending : text.shiftResult} ${shown.join(" · ")}`);
      }}
    />
  );
}
