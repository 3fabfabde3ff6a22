import { gatewayAccountPaymentMethodMessages } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.messages.ts";
import {
  type GatewayMethod,
  gatewayAccountPaymentMethod,
} from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { PercentInput } from "@countinghouse/ui/fields/percent-input.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { FixedAmountsInput, LimitsInput } from "../../../platform/pickers/amount-rows.tsx";
import {
  CodesInput,
  CurrenciesPicker,
  CurrencyPicker,
  GatewayAccountPicker,
  MethodPicker,
} from "../../../platform/pickers/payment-pickers.tsx";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

type FormProps = RowFormProps<GatewayMethod>;

/** Switches a method on for an account, or narrows it; account and method are for good. */
export function GatewayMethodAdd({ record, onClose }: FormProps) {
  const { text } = useWords(gatewayAccountPaymentMethodMessages);
  const narrowing = [
    { field: "currencies", input: CurrenciesPicker, hint: text.emptyMeansAccount, isWide: true },
    { field: "countries", input: CodesInput, hint: text.emptyMeansAccount, isWide: true },
    { field: "limits", input: LimitsInput, isWide: true },
  ] as const;
  const costs = {
    key: "costs",
    title: text.costs,
    fields: [
      { field: "costModel", isWide: true },
      { field: "refundCost", input: FixedAmountsInput, isWide: true },
      { field: "disputeCost", input: FixedAmountsInput, isWide: true },
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
  const named = [
    { field: "gatewayAccountId", input: GatewayAccountPicker },
    { field: "paymentMethodId", input: MethodPicker },
  ] as const;
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
    fields={[
      { field: "currency", input: CurrencyPicker },
      "cardRegion",
      { field: "percent", input: PercentInput },
      "fixed",
      "minimum",
      "maximum",
      { field: "validFrom", isWide: true },
    ]}
    record={record && { id: record.id }}
    onClose={onClose}
  />
);
