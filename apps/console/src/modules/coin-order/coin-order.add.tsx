import { type CoinOrderDetail, coinOrder } from "@countinghouse/contract/coin-order/coin-order.ts";
import { RecordForm } from "../../platform/pages/record-form.tsx";

interface OrderFormProps {
  readonly record?: CoinOrderDetail | undefined;
  onClose(): void;
}

/** A note on an order: for the operator's own people, or for the merchant to read too. */
export const OrderNote = ({ record, onClose }: OrderFormProps) => (
  <RecordForm
    resource={coinOrder}
    operation="addNote"
    fields={[{ field: "text", isWide: true }, "visibility"]}
    initial={{ ...(record ? { id: record.id } : {}), visibility: "operator" }}
    onClose={onClose}
  />
);
