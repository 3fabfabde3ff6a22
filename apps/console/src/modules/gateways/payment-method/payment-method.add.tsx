import { paymentMethodMessages } from "@countinghouse/contract/gateways/payment-method/payment-method.messages.ts";
import { type PaymentMethod, paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

type FormProps = RowFormProps<PaymentMethod>;

/** Enters a method, or changes the one it is opened on; the code is for good. */
export function PaymentMethodAdd({ record, onClose }: FormProps) {
  const { text } = useWords(paymentMethodMessages);
  const fields = [
    "nameEn",
    "nameZhCn",
    "nameZhTw",
    "category",
    { field: "sort", hint: text.sortHint },
    { field: "remark", isWide: true },
  ] as const;
  return record ? (
    <RecordForm resource={paymentMethod} operation="update" fields={fields} record={record} onClose={onClose} />
  ) : (
    <RecordForm
      resource={paymentMethod}
      operation="add"
      fields={[{ field: "code", hint: text.codeHint, isWide: true }, ...fields]}
      onClose={onClose}
    />
  );
}

export const PaymentMethodStatus = ({ record, onClose }: FormProps) => (
  <RecordForm
    resource={paymentMethod}
    operation="setStatus"
    fields={[{ field: "status", isWide: true }]}
    record={record}
    onClose={onClose}
  />
);
