import { gatewayMessages } from "@countinghouse/contract/gateways/gateway/gateway.messages.ts";
import { type GatewayTax, gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

interface TaxFormProps {
  readonly gatewayId: string;
  readonly tax?: GatewayTax | undefined;
  onClose(): void;
}

/** Enters a tax of a gateway, or changes one. */
export function GatewayTaxAdd({ gatewayId, tax, onClose }: TaxFormProps) {
  const { text } = useWords(gatewayMessages);
  const taxFields = [
    "country",
    "base",
    "taxName",
    "rate",
    "isInclusive",
    "currency",
    "registrationNo",
    "validFrom",
    "validTo",
  ] as const;
  return tax ? (
    <RecordForm
      resource={gateway}
      operation="taxUpdate"
      fields={taxFields}
      initial={{ taxId: tax.id }}
      record={tax}
      onClose={onClose}
    />
  ) : (
    <RecordForm
      resource={gateway}
      operation="taxAdd"
      fields={[...taxFields, { field: "replaces", hint: text.replacesHint }]}
      initial={{ gatewayId }}
      onClose={onClose}
    />
  );
}
