import { gatewayMessages } from "@countinghouse/contract/gateways/gateway/gateway.messages.ts";
import { gatewayAccountMessages } from "@countinghouse/contract/gateways/gateway-account/gateway-account.messages.ts";
import {
  type GatewayAccount,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { type InputProps, IntegerInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { amountField, currencyField } from "../../../platform/pickers/amount-rows.tsx";
import { RowsInput } from "../../../platform/pickers/rows-input.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

type FormProps = RowFormProps<GatewayAccount>;
type Limit = GatewayAccount["limits"][number];

/** What the account may take per currency: in one payment, in a day and in a month. */
function AccountLimitsInput(props: InputProps<readonly Limit[]>) {
  const { text } = useWords(gatewayAccountMessages);
  return (
    <RowsInput<Limit>
      {...props}
      blank={() => ({
        currency: "" as Limit["currency"],
        min: null,
        max: null,
        dailyAmount: null,
        dailyCount: null,
        monthlyAmount: null,
      })}
      fields={[
        currencyField(text.currency),
        amountField("min", text.min),
        amountField("max", text.max),
        amountField("dailyAmount", text.dailyAmount),
        {
          key: "dailyCount",
          label: text.dailyCount,
          input: (row, facts, onChange) => (
            <IntegerInput facts={facts} value={row.dailyCount} onChange={onChange} min={1} />
          ),
        },
        amountField("monthlyAmount", text.monthlyAmount),
      ]}
    />
  );
}

/** Enters an account, or changes the one it is opened on. Credentials have a form of their own. */
export function GatewayAccountAdd({ record, onClose }: FormProps) {
  const { text } = useWords(gatewayAccountMessages);
  const identity = [
    "name",
    "upstreamMid",
    "settlementCurrency",
    "descriptorPrefix",
    "priority",
    "weight",
    { field: "remark", isWide: true },
  ] as const;
  const traffic = {
    key: "traffic",
    title: text.traffic,
    fields: [
      { field: "currencies", isWide: true },
      { field: "mccs", hint: text.mccHint, isWide: true },
      { field: "limits", input: AccountLimitsInput, isWide: true },
      { field: "inFlightMax", hint: text.callsHint },
      "merchantInFlightMax",
      "queueSeconds",
    ],
  } as const;
  if (record)
    return (
      <SectionedForm
        resource={gatewayAccount}
        operation="update"
        as="drawer"
        sections={() => [{ key: "identity", title: text.identity, fields: identity }, traffic]}
        record={record}
        onClose={onClose}
      />
    );
  const gateway = { field: "gatewayId", isWide: true } as const;
  return (
    <SectionedForm
      resource={gatewayAccount}
      operation="add"
      as="drawer"
      sections={() => [{ key: "identity", title: text.identity, fields: [gateway, ...identity] }, traffic]}
      onClose={onClose}
    />
  );
}

export function GatewayAccountStatus({ record, onClose }: FormProps) {
  const { text } = useWords(gatewayMessages);
  return (
    <RecordForm
      resource={gatewayAccount}
      operation="setStatus"
      fields={[{ field: "status", hint: text.drainingHint, isWide: true }]}
      record={record}
      onClose={onClose}
    />
  );
}

/** Overrules what is measured, for a while and for a reason. */
export const GatewayAccountHealth = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={gatewayAccount}
    operation="setHealth"
    fields={["health", "minutes", { field: "reason", isWide: true }]}
    record={record && { id: record.id, health: record.health }}
    onClose={onClose}
  />
);
