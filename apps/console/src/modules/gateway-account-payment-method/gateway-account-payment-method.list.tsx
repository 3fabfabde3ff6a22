import { gatewayAccountPaymentMethod } from "@countinghouse/contract/gateway-account-payment-method/gateway-account-payment-method.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof gatewayAccountPaymentMethod>["columns"] = [
  "paymentMethodCode",
  "gatewayAccountName",
  "mode",
  "costModel",
  "status",
  "updateTime",
];

/** Methods switched on for accounts. */
export const GatewayMethodList = () => (
  <ListPage resource={gatewayAccountPaymentMethod} columns={columns} nameField="paymentMethodCode" />
);
