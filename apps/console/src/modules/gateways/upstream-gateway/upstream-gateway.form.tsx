import { upstreamGatewayMessages } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.messages.ts";
import { upstreamGateway } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { ChoiceInput, type InputProps, IntegerInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { currencyField } from "../../../platform/pickers/amount-rows.tsx";
import { RowsInput } from "../../../platform/pickers/rows-input.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

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

export const forms = formsOf(upstreamGateway, upstreamGatewayMessages, {
  edit: {
    as: "drawer",
    fields: ({ text }) => [
      "code",
      "name",
      { field: "connector", input: ConnectorPicker },
      { field: "baseUrlLive", hint: text.liveHint, isWide: true },
      { field: "baseUrlTest", hint: text.testHint, isWide: true },
      { field: "capabilities", hint: text.fromConnector, isWide: true },
      "timeoutMs",
      "rateLimitPerSecond",
      { field: "exponentOverrides", input: ExponentsInput, isWide: true },
      "remark",
    ],
  },
});
