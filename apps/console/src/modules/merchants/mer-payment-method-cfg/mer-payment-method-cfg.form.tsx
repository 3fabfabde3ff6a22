import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merPaymentMethodCfgMessages } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.messages.ts";
import {
  type MerPaymentMethodCfg,
  merPaymentMethodCfg,
} from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { PercentInput } from "@countinghouse/ui/fields/percent-input.tsx";
import type { ReactNode } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { RowsInput } from "../../../platform/pickers/rows-input.tsx";
import { PriceAnOrder } from "./fee-quote.form.tsx";
import { MerPaymentMethodCfgApprove } from "./mer-payment-method-cfg.detail.tsx";

type Tier = MerPaymentMethodCfg["tiers"][number];

interface TiersProps extends InputProps<readonly Tier[]> {
  readonly currency: string;
}

/** From which volume on which share is taken. */
function Tiers({ currency, ...props }: TiersProps) {
  const { fields, text } = useWords(merPaymentMethodCfgMessages);
  return (
    <RowsInput<Tier>
      {...props}
      blank={() => ({ from: props.value?.length ? "" : "0", percent: 0 })}
      fields={[
        {
          key: "from",
          label: fields.from,
          input: (row, facts, onChange) => (
            <MoneyInput facts={facts} currency={currency} value={row.from || null} onChange={onChange} />
          ),
        },
        {
          key: "percent",
          label: text.share,
          input: (row, facts, onChange) => <PercentInput facts={facts} value={row.percent} onChange={onChange} />,
        },
      ]}
    />
  );
}

const tierInputs = new Map<string, (props: InputProps<readonly Tier[]>) => ReactNode>();

/** The same input for the same currency, so that a form does not draw it anew. */
function tiersIn(currency: unknown): (props: InputProps<readonly Tier[]>) => ReactNode {
  const code = typeof currency === "string" && isCurrency(currency) ? currency : "USD";
  const made = tierInputs.get(code) ?? ((props: InputProps<readonly Tier[]>) => <Tiers {...props} currency={code} />);
  tierInputs.set(code, made);
  return made;
}

type Text = (typeof merPaymentMethodCfgMessages)["en"]["text"];

/** What is set less often than the price itself. */
const laterSections = (text: Text, isOfRegion: boolean) =>
  [
    {
      key: "after",
      title: text.after,
      fields: [
        "refundFee",
        "refundFeePercent",
        "returnFeeOnRefund",
        "inquiryFee",
        "disputePenalty",
        "disputePenaltyRefundOnWin",
        "refusalPenalty",
      ],
    },
    {
      key: "limits",
      title: text.limits,
      fields: [
        "minAmount",
        "maxAmount",
        "dailyAmount",
        { field: "threeDsPolicy", ...(isOfRegion ? { hint: text.regionHint, isWide: true } : {}) },
      ],
    },
    {
      key: "exceptions",
      title: text.exceptions,
      fields: ["settlementDays", "gatewayFeeMode", "reserveRatio", "reserveDays", "remark"],
    },
  ] as const;

export const forms = formsOf(merPaymentMethodCfg, merPaymentMethodCfgMessages, {
  // A price, or the next version of the one it is opened on.
  add: {
    as: "drawer",
    start: (row) => (row ? { ...row, validFrom: null } : {}),
    sections: ({ row, values: { currency, tierMode, cardRegion }, text }) => {
      const isDisabled = row !== undefined;
      return [
        {
          key: "price",
          title: text.price,
          fields: [
            { field: "merchantId", hint: text.defaultPlanHint, isWide: true, isDisabled },
            { field: "method", isDisabled },
            { field: "methodCategory", isDisabled },
            { field: "cardRegion", isDisabled },
            { field: "currency", isDisabled },
            { field: "gatewayAccountId", isWide: true, isDisabled },
            { field: "percent", label: text.share },
            "fixed",
            "minFee",
            "maxFee",
            { field: "feesMayExceed", hint: text.mayExceedHint, isWide: true },
            "tierMode",
            "validFrom",
            ...(tierMode === "whole" || tierMode === "graduated"
              ? [{ field: "tiers" as const, input: tiersIn(currency), hint: text.tierHint, isWide: true }]
              : []),
          ],
        },
        ...laterSections(text, Boolean(cardRegion) && cardRegion !== "any"),
      ];
    },
  },
  // Works out what an order would cost, and by which rule.
  effective: PriceAnOrder,
  approve: MerPaymentMethodCfgApprove,
  reject: { fields: ({ text }) => [{ field: "reason", hint: text.rejectLead }] },
  // Asks for one merchant's prices to hold for another as well.
  copyPlan: {
    fields: ({ text }) => [
      { field: "fromMerchantId", isWide: true },
      { field: "toMerchantId", isWide: true, hint: text.copyHint },
      "validFrom",
    ],
    done: (counts, { text }) => toast.success(fill(counts.skipped > 0 ? text.copiedSome : text.copied, counts)),
  },
});
