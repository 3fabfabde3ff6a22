import { merGatewayAccountCfgMessages } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.messages.ts";
import {
  type MerGatewayAccountCfg,
  merGatewayAccountCfg,
} from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { type InputProps, IntegerInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { amountField, currencyField } from "../../../platform/pickers/amount-rows.tsx";
import { type LineField, RowsInput } from "../../../platform/pickers/rows-input.tsx";
import { RouteTrial } from "./route-trial.detail.tsx";
import { SharesNote } from "./routing-shares.part.tsx";
import { RoutingStrategyForm } from "./routing-strategy.form.tsx";

type Cap = MerGatewayAccountCfg["limits"][number];

/** What the merchant may pay over the account per currency. */
function CapsInput(props: InputProps<readonly Cap[]>) {
  const { fields, text } = useWords(merGatewayAccountCfgMessages);
  const count: LineField<Cap> = {
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

type Words = (typeof merGatewayAccountCfgMessages)["en"];
type Saved = { readonly isPending: boolean };

/** What a form says once a live change waits. */
const tellPending = (isPending: boolean, words: { readonly savedPending: string }): void => {
  if (isPending) toast.success(words.savedPending);
};

export const forms = formsOf(
  merGatewayAccountCfg,
  merGatewayAccountCfgMessages,
  {
    // Who is bound to what is for good.
    edit: {
      as: "drawer",
      start: (row) => row ?? { priority: 100, weight: 50 },
      sections: ({ text }) => {
        const hint = text.emptyMeansAll;
        return [
          {
            key: "routing",
            title: text.routingSection,
            fields: [
              "merchantId",
              { field: "gatewayAccountId", hint: text.liveHint },
              { field: "priority", hint: text.priorityHint },
              { field: "weight", hint: text.weightHint },
              "validFrom",
              "validTo",
              { field: "limits", input: CapsInput, hint: text.limitsHint, isWide: true },
            ],
          },
          {
            key: "narrowing",
            title: text.narrowing,
            fields: [
              { field: "coinAppIds", hint, isWide: true },
              { field: "paymentMethods", hint, isWide: true },
              { field: "paymentTypes", hint, isWide: true },
              { field: "currencies", hint, isWide: true },
              { field: "countries", hint: text.countriesHint },
              { field: "binCountries", hint: text.issuersHint },
              { field: "unknownIssuer", hint: text.unknownIssuerHint, isWide: true },
            ],
          },
          { key: "identity", title: text.identity, fields: ["subMid", "descriptor"] },
        ];
      },
      note: SharesNote,
      done: ({ isPending }: Saved, { text }: Words) => tellPending(isPending, text),
    },
    setStatus: {
      start: (row) => ({ ...row, status: row?.status === "enabled" ? "enabled" : "disabled" }),
      note: SharesNote,
      done: ({ isPending }, { text }) => tellPending(isPending, text),
    },
    // Moves a share of one account's orders to another.
    shift: {
      fields: [
        { field: "merchantId", isWide: true },
        "fromAccountId",
        "toAccountId",
        { field: "percent", isWide: true },
      ],
      done: ({ isPending, weights }, { text }) => {
        const shown = weights.map(({ accountName, before, after }) => `${accountName} ${before} → ${after}`);
        toast.success(`${isPending ? text.savedPending : text.shiftResult} ${shown.join(" · ")}`);
      },
    },
  },
  { tryRoute: RouteTrial, detail: RoutingStrategyForm },
);
