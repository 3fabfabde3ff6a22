import { coinOrder } from "@countinghouse/contract/coin-order/coin-order.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";
import { FailureCell, MerchantCell, MethodCell, OrderState } from "./coin-order.cells.part.tsx";
import { OrderCounters, OrderTotals } from "./coin-order.counters.part.tsx";
import "./coin-order.css";
import { OrderBeside } from "./coin-order.detail.tsx";

const columns: ListPageProps<typeof coinOrder>["columns"] = [
  { field: "orderNo", width: 152 },
  { field: "status", cell: OrderState, width: 208 },
  { field: "amount", width: 152 },
  { field: "merchantName", cell: MerchantCell, width: 184 },
  { field: "paymentMethod", cell: MethodCell, width: 168 },
  { field: "gatewayAccountName", width: 144 },
  { field: "failureCode", cell: FailureCell, width: 168 },
  "country",
  "orderTime",
];

/** Orders of the merchants in reach, the newest first, with how many stand where and what all of them come to. */
export const CoinOrderList = () => (
  <ListPage
    resource={coinOrder}
    columns={columns}
    nameField="orderNo"
    detail={OrderBeside}
    above={({ filter, control }) => <OrderCounters filter={filter} control={control} />}
    below={({ filter }) => <OrderTotals filter={filter} />}
  />
);
