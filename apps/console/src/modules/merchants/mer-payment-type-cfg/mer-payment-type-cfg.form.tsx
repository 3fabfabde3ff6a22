import { merPaymentTypeCfgMessages } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.messages.ts";
import {
  type MerPaymentTypeCfg,
  merPaymentTypeCfg,
} from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { amountField, currencyField } from "../../../platform/pickers/amount-rows.tsx";
import { RowsInput } from "../../../platform/pickers/rows-input.tsx";

type Limit = MerPaymentTypeCfg["limits"][number];

/** The most a payment, and a day's payments, may come to per currency. */
function TypeLimits(props: InputProps<readonly Limit[]>) {
  const { fields } = useWords(merPaymentTypeCfgMessages);
  return (
    <RowsInput<Limit>
      {...props}
      blank={() => ({ currency: "", perTransactionMax: null, dailyMax: null }) as unknown as Limit}
      fields={[
        currencyField(fields.currency),
        amountField("perTransactionMax", fields.perTransactionMax),
        amountField("dailyMax", fields.dailyMax),
      ]}
    />
  );
}

export const forms = formsOf(merPaymentTypeCfg, merPaymentTypeCfgMessages, {
  // Whose and of which type is for good.
  edit: {
    as: "drawer",
    sections: ({ row, words: { fields }, text }) => [
      {
        key: "which",
        title: text.which,
        fields: row
          ? []
          : [
              { field: "merchantId", isWide: true },
              { field: "coinAppId", label: fields.coinAppName, hint: text.allAppsHint, isWide: true },
              "paymentType",
              "status",
            ],
      },
      {
        key: "cards",
        title: text.cards,
        fields: ["requireCvc", "requireThreeDs", "allowSavedCard", "allowManualCapture", "pciLevel"],
      },
      {
        key: "orders",
        title: text.orders,
        fields: [
          { field: "maxAttempts", hint: text.asApp },
          { field: "orderExpireMinutes", hint: text.asApp },
          { field: "limits", input: TypeLimits, hint: text.limitsHint, isWide: true },
        ],
      },
    ],
  },
});
