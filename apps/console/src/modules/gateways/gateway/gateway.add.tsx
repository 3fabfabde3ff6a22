import { gatewayMessages } from "@countinghouse/contract/gateways/gateway/gateway.messages.ts";
import { type Gateway, type GatewayTax, gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

type FormProps = RowFormProps<Gateway>;

const fieldsWith = (calendarHint: string) =>
  [
    "name",
    "region",
    { field: "legalEntity", isWide: true },
    "cutoffTime",
    "cutoffTimezone",
    "settlementLagDays",
    { field: "businessCalendar", hint: calendarHint },
    "feeBearing",
    "priority",
    { field: "remark", isWide: true },
  ] as const;

/** Enters a gateway, or changes the one it is opened on; provider and book are for good. */
export function GatewayAdd({ record, onClose }: FormProps) {
  const { text } = useWords(gatewayMessages);
  const fields = fieldsWith(text.calendarHint);
  return record ? (
    <RecordForm resource={gateway} operation="update" as="drawer" fields={fields} record={record} onClose={onClose} />
  ) : (
    <RecordForm
      resource={gateway}
      operation="add"
      as="drawer"
      fields={["upstreamGatewayId", "mode", ...fields]}
      onClose={onClose}
    />
  );
}

export function GatewayStatus({ record, onClose }: FormProps) {
  const { text } = useWords(gatewayMessages);
  return (
    <RecordForm
      resource={gateway}
      operation="setStatus"
      fields={[{ field: "status", hint: text.drainingHint, isWide: true }]}
      record={record}
      onClose={onClose}
    />
  );
}

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
