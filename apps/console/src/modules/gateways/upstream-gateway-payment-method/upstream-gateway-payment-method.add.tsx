import { upstreamGatewayPaymentMethodMessages } from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.messages.ts";
import {
  type UpstreamMethod,
  upstreamGatewayPaymentMethod,
} from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

type FormProps = RowFormProps<UpstreamMethod>;

/** Enters what a provider offers, or changes it; provider and method are for good. */
export function UpstreamMethodAdd({ record, onClose }: FormProps) {
  const { text } = useWords(upstreamGatewayPaymentMethodMessages);
  const offer = ["upstreamCode", "flow", { field: "supports", isWide: true }] as const;
  const reach = {
    key: "reach",
    title: text.reach,
    fields: [
      { field: "currencies", hint: text.emptyMeansAll, isWide: true },
      { field: "countries", hint: text.emptyMeansAll, isWide: true },
      { field: "limits", isWide: true },
    ],
  } as const;
  const terms = {
    key: "terms",
    title: text.terms,
    fields: [
      { field: "defaultCostPercent", hint: text.percentHint },
      "settlementLagDays",
      "refundWindowDays",
      "disputeWindowDays",
      { field: "defaultCostFixed", isWide: true },
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
  const named = ["upstreamGatewayId", "paymentMethodId"] as const;
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
      fields={["fromUpstreamGatewayId", "upstreamGatewayId"]}
      onClose={onClose}
      onDone={(count) => toast.success(fill(text.copied, { count }))}
    />
  );
}
