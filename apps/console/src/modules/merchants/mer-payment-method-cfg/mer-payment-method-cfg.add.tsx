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
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { RowsInput } from "../../../platform/pickers/rows-input.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

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
const laterSections = (text: Text) =>
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
      fields: ["minAmount", "maxAmount", "dailyAmount", "threeDsPolicy"],
    },
    {
      key: "exceptions",
      title: text.exceptions,
      fields: ["settlementDays", "gatewayFeeMode", "reserveRatio", "reserveDays", { field: "remark", isWide: true }],
    },
  ] as const;

/** Asks for a price, or for the next version of the one it is opened on. */
export function MerPaymentMethodCfgAdd({ record, onClose }: RowFormProps<MerPaymentMethodCfg>) {
  const { text } = useWords(merPaymentMethodCfgMessages);
  const isDisabled = record !== undefined;
  return (
    <SectionedForm
      resource={merPaymentMethodCfg}
      operation="add"
      as="drawer"
      initial={record ? { ...record, validFrom: null } : undefined}
      sections={({ currency, tierMode }) => [
        {
          key: "price",
          title: text.price,
          fields: [
            {
              field: "merchantId",
              hint: text.defaultPlanHint,
              isWide: true,
              isDisabled,
            },
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
        ...laterSections(text),
      ]}
      onClose={onClose}
    />
  );
}

/** Says why a price is not agreed to. */
export const MerPaymentMethodCfgReject = ({ record, onClose }: RowFormProps<MerPaymentMethodCfg>) => {
  const { text } = useWords(merPaymentMethodCfgMessages);
  return (
    <RecordForm
      resource={merPaymentMethodCfg}
      operation="reject"
      fields={[{ field: "reason", isWide: true, hint: text.rejectLead }]}
      record={record}
      onClose={onClose}
    />
  );
};

/** Asks for one merchant's prices to hold for another as well. */
export function CopyPlan({ onClose }: { onClose(): void }) {
  const { text } = useWords(merPaymentMethodCfgMessages);
  return (
    <RecordForm
      resource={merPaymentMethodCfg}
      operation="copyPlan"
      fields={[
        { field: "fromMerchantId", isWide: true },
        { field: "toMerchantId", isWide: true, hint: text.copyHint },
        "validFrom",
      ]}
      onClose={onClose}
      onDone={(counts) => void toast.success(fill(counts.skipped > 0 ? text.copiedSome : text.copied, counts))}
    />
  );
}
