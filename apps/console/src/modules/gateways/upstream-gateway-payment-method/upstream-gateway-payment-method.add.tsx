import { upstreamGatewayPaymentMethodMessages } from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.messages.ts";
import {
  type UpstreamMethod,
  upstreamGatewayPaymentMethod,
} from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { PercentInput } from "@countinghouse/ui/fields/percent-input.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { FixedAmountsInput, LimitsInput } from "../../../platform/pickers/amount-rows.tsx";
import {
  CapabilitiesPicker,
  CodesInput,
  CurrenciesPicker,
  MethodPicker,
  UpstreamPicker,
} from "../../../platform/pickers/payment-pickers.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

type FormProps = RowFormProps<UpstreamMethod>;

/** Enters what a provider offers, or changes it; provider and method are for good. */
export function UpstreamMethodAdd({ record, onClose }: FormProps) {
  const { text } = useWords(upstreamGatewayPaymentMethodMessages);
  const offer = ["upstreamCode", "flow", { field: "supports", input: CapabilitiesPicker, isWide: true }] as const;
  const reach = {
    key: "reach",
    title: text.reach,
    fields: [
      { field: "currencies", input: CurrenciesPicker, hint: text.emptyMeansAll, isWide: true },
      { field: "countries", input: CodesInput, hint: text.emptyMeansAll, isWide: true },
      { field: "limits", input: LimitsInput, isWide: true },
    ],
  } as const;
  const terms = {
    key: "terms",
    title: text.terms,
    fields: [
      { field: "defaultCostPercent", input: PercentInput, hint: text.percentHint },
      "settlementLagDays",
      "refundWindowDays",
      "disputeWindowDays",
      { field: "defaultCostFixed", input: FixedAmountsInput, isWide: true },
    ],
  } as const;
  if (record)
    return (
      <SectionedForm
        resource={upstreamGatewayPaymentMethod}
        operation="update"
        as="drawer"
        sections={() => [{ key: "offer", title: text.offer, fields: offer }, reach, terms]}
        record={record}
        onClose={onClose}
      />
    );
  const named = [
    { field: "upstreamGatewayId", input: UpstreamPicker },
    { field: "paymentMethodId", input: MethodPicker },
  ] as const;
  return (
    <SectionedForm
      resource={upstreamGatewayPaymentMethod}
      operation="add"
      as="drawer"
      sections={() => [{ key: "offer", title: text.offer, fields: [...named, ...offer] }, reach, terms]}
      onClose={onClose}
    />
  );
}

export const UpstreamMethodStatus = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={upstreamGatewayPaymentMethod}
    operation="setStatus"
    fields={[{ field: "status", isWide: true }]}
    record={record}
    onClose={onClose}
  />
);

/** Gives a provider what another offers already. */
export function UpstreamMethodCopy({ onClose }: { onClose(): void }) {
  const { text } = useWords(upstreamGatewayPaymentMethodMessages);
  return (
    <RecordForm
      resource={upstreamGatewayPaymentMethod}
      operation="copy"
      fields={[
        { field: "fromUpstreamGatewayId", input: UpstreamPicker },
        { field: "upstreamGatewayId", input: UpstreamPicker },
      ]}
      onClose={onClose}
      onDone={(count) => toast.success(fill(text.copied, { count }))}
    />
  );
}
