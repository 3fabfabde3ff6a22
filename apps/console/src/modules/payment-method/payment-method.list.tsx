import { paymentMethod } from "@countinghouse/contract/payment-method/payment-method.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof paymentMethod>["columns"] = [
  "code",
  "category",
  "nameEn",
  "nameZhCn",
  "nameZhTw",
  "sort",
  "status",
  "updateTime",
];

/** Payment methods of the catalogue. */
export const PaymentMethodList = () => <ListPage resource={paymentMethod} columns={columns} nameField="code" />;
