import { upstreamGatewayMessages } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.messages.ts";
import {
  type UpstreamGateway,
  upstreamGateway,
} from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { ChoiceInput, type InputProps, IntegerInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { currencyField } from "../../../platform/pickers/amount-rows.tsx";
import { RowsInput } from "../../../platform/pickers/rows-input.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

type FormProps = RowFormProps<UpstreamGateway>;

/** One of the connectors that the server has. */
function ConnectorPicker(props: InputProps<string>) {
  const { data } = useAnswer(upstreamGateway, "connectors", {});
  return <ChoiceInput {...props} choices={(data ?? []).map(({ code }) => ({ value: code, label: code }))} />;
}

interface Override {
  readonly currency: string;
  readonly exponent: number | null;
}

/** Currencies that the provider counts in other units than ISO 4217. */
function ExponentsInput(props: InputProps<readonly Override[]>) {
  const { text } = useWords(upstreamGatewayMessages);
  return (
    <RowsInput<Override>
      {...props}
      blank={() => ({ currency: "", exponent: 0 })}
      fields={[
        currencyField(text.currency),
        {
          key: "exponent",
          label: text.exponent,
          input: (row, facts, onChange) => (
            <IntegerInput facts={facts} value={row.exponent} onChange={onChange} min={0} max={4} />
          ),
        },
      ]}
    />
  );
}

/** Enters a provider, or changes the one it is opened on. */
export function UpstreamGatewayAdd({ record, onClose }: FormProps) {
  const { text } = useWords(upstreamGatewayMessages);
  const fields = [
    "name",
    { field: "connector", input: ConnectorPicker },
    { field: "baseUrlLive", hint: text.liveHint, isWide: true },
    { field: "baseUrlTest", hint: text.testHint, isWide: true },
    { field: "capabilities", hint: text.fromConnector, isWide: true },
    "timeoutMs",
    "rateLimitPerSecond",
    "settlementFileFormat",
    { field: "exponentOverrides", input: ExponentsInput, isWide: true },
    { field: "remark", isWide: true },
  ] as const;
  return record ? (
    <RecordForm
      resource={upstreamGateway}
      operation="update"
      as="drawer"
      fields={fields}
      record={record}
      onClose={onClose}
    />
  ) : (
    <RecordForm resource={upstreamGateway} operation="add" as="drawer" fields={["code", ...fields]} onClose={onClose} />
  );
}

export const UpstreamGatewayStatus = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={upstreamGateway}
    operation="setStatus"
    fields={[{ field: "status", isWide: true }]}
    record={record}
    onClose={onClose}
  />
);
