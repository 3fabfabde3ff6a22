import { gatewayAccountPaymentMethodMessages } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.messages.ts";
import {
  type GatewayMethod,
  gatewayAccountPaymentMethod,
} from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

type FormProps = RowFormProps<GatewayMethod>;

/** Switches a method on for an account, or narrows it; account and method are for good. */
export function GatewayMethodAdd({ record, onClose }: FormProps) {
  const { text } = useWords(gatewayAccountPaymentMethodMessages);
  const narrowing = [
    { field: "currencies", hint: text.emptyMeansAccount, isWide: true },
    { field: "countries", hint: text.emptyMeansAccount, isWide: true },
    { field: "limits", isWide: true },
  ] as const;
  const costs = {
    key: "costs",
    title: text.costs,
    fields: [
      { field: "costModel", isWide: true },
      { field: "refundCost", isWide: true },
      { field: "disputeCost", isWide: true },
    ],
  } as const;
  if (record)
    return (
      <SectionedForm
        resource={gatewayAccountPaymentMethod}
        operation="update"
        as="drawer"
        sections={() => [{ key: "reach", title: text.reach, fields: narrowing }, costs]}
        record={record}
        onClose={onClose}
      />
    );
  const named = ["gatewayAccountId", "paymentMethodId"] as const;
  return (
    <SectionedForm
      resource={gatewayAccountPaymentMethod}
      operation="add"
      as="drawer"
      sections={() => [{ key: "reach", title: text.reach, fields: [...named, ...narrowing] }, costs]}
      onClose={onClose}
    />
  );
}

export const GatewayMethodStatus = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={gatewayAccountPaymentMethod}
    operation="setStatus"
    fields={[{ field: "status", isWide: true }]}
    record={record}
    onClose={onClose}
  />
);

/** A price from a day on. */
export const GatewayMethodPrice = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={gatewayAccountPaymentMethod}
    operation="costAdd"
    fields={["currency", "cardRegion", "percent", "fixed", "minimum", "maximum", { field: "validFrom", isWide: true }]}
    record={record && { id: record.id }}
    onClose={onClose}
  />
);
