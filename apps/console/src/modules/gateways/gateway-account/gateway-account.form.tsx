import { gatewayMessages } from "@countinghouse/contract/gateways/gateway/gateway.messages.ts";
import { gatewayAccountMessages } from "@countinghouse/contract/gateways/gateway-account/gateway-account.messages.ts";
import {
  type GatewayAccount,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { type InputProps, IntegerInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { amountField, currencyField } from "../../../platform/pickers/amount-rows.tsx";
import { RowsInput } from "../../../platform/pickers/rows-input.tsx";
import { GatewayAccountCredentials } from "./gateway-account.credentials.form.tsx";

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

/** What draining means. */
const DrainingHint = () => useWords(gatewayMessages).text.drainingHint;

export const forms = formsOf(gatewayAccount, gatewayAccountMessages, {
  // Credentials have a form of their own.
  edit: {
    as: "drawer",
    sections: ({ text }) => [
      {
        key: "identity",
        title: text.identity,
        fields: [
          { field: "gatewayId", isWide: true },
          "name",
          "upstreamMid",
          "settlementCurrency",
          "descriptorPrefix",
          "priority",
          "weight",
          "remark",
        ],
      },
      {
        key: "traffic",
        title: text.traffic,
        fields: [
          { field: "currencies", isWide: true },
          { field: "mccs", hint: text.mccHint, isWide: true },
          { field: "limits", input: AccountLimitsInput, hint: text.limitsHint, isWide: true },
          { field: "inFlightMax", hint: text.callsHint },
          "merchantInFlightMax",
          "queueSeconds",
        ],
      },
    ],
  },
  setCredentials: GatewayAccountCredentials,
  setStatus: { fields: [{ field: "status", hint: <DrainingHint /> }] },
  // Overrules what is measured, for a while and for a reason.
  setHealth: { start: (row) => ({ id: row?.id, health: row?.health }) },
});
