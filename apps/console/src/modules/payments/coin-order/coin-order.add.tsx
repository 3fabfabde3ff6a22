import { eventTypesByObject } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { type CoinOrderDetail, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { ChoiceInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { useIsOfMerchant } from "../../../platform/session/session.ts";

interface OrderFormProps {
  readonly record?: CoinOrderDetail | undefined;
  onClose(): void;
}

/** A note on an order: for the operator's own people, or for the merchant to read too. */
export function OrderNote({ record, onClose }: OrderFormProps) {
  // A merchant's people write for their own side, which the operator sees as well: there is nothing to choose.
  const isOperator = !useIsOfMerchant();
  return (
    <RecordForm
      resource={coinOrder}
      operation="addNote"
      fields={[{ field: "text", isWide: true }, ...(isOperator ? (["visibility"] as const) : [])]}
      initial={{ ...(record ? { id: record.id } : {}), visibility: isOperator ? "operator" : "all" }}
      isDeed
      onClose={onClose}
    />
  );
}

/** Takes what was authorised and is not taken yet, or a part of it; the last time, where there may be several. */
export function OrderCapture({ record, onClose }: OrderFormProps) {
  const { text } = useWords(coinOrderMessages);
  const mayComeAgain = record?.abilities.captureInParts ?? false;
  const left = record && String(BigInt(record.authorizedAmount) - BigInt(record.capturedAmount));
  return (
    <RecordForm
      resource={coinOrder}
      operation="capture"
      fields={[
        { field: "amount", hint: mayComeAgain ? text.captureHint : text.captureOnceHint },
        ...(mayComeAgain ? ([{ field: "final", hint: text.finalHint }] as const) : []),
        { field: "reason", isWide: true },
      ]}
      record={record && { ...record, amount: left }}
      isDeed
      onClose={onClose}
    />
  );
}

type EndProps = OrderFormProps & { readonly operation: "void" | "cancel" };

const OrderEnd = ({ operation, record, onClose }: EndProps) => (
  <RecordForm
    resource={coinOrder}
    operation={operation}
    fields={[{ field: "reason", isWide: true }]}
    record={record}
    isDeed
    onClose={onClose}
  />
);

const eventChoices = eventTypesByObject.order.map((type) => ({ value: type, label: type }));

const EventInput = (props: InputProps<string>) => <ChoiceInput {...props} isRequired={false} choices={eventChoices} />;

/** Tells the merchant's servers of the order once more. */
export function OrderRetell({ record, onClose }: OrderFormProps) {
  const { text } = useWords(coinOrderMessages);
  return (
    <RecordForm
      resource={coinOrder}
      operation="resendWebhook"
      fields={[{ field: "eventType", input: EventInput, hint: text.notifyHint, isWide: true }]}
      initial={record ? { id: record.id, merchantId: record.merchantId } : {}}
      isDeed
      onClose={onClose}
    />
  );
}

/** Releases an authorisation, and says why. */
export const OrderVoid = (props: OrderFormProps) => <OrderEnd {...props} operation="void" />;

/** Ends an order that nobody paid, and says why. */
export const OrderCancel = (props: OrderFormProps) => <OrderEnd {...props} operation="cancel" />;
