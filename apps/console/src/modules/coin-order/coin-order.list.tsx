import { coinOrder } from "@countinghouse/contract/coin-order/coin-order.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof coinOrder>["columns"] = [
  { field: "orderNo", width: 200 },
  "status",
  "amount",
  { field: "paymentMethod", width: 136 },
  { field: "merchantName", width: 176 },
  { field: "merchantOrderNo", width: 160 },
  { field: "gatewayAccountName", width: 144 },
  { field: "failureCode", width: 160 },
  "orderTime",
];

/** Orders of the merchants in reach, the newest first. */
export const CoinOrderList = () => <ListPage resource={coinOrder} columns={columns} nameField="orderNo" />;
