import { type CoinOrder, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { WayTo } from "../../../platform/pages/way-to.tsx";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import { FailureCell, MerchantCell, MethodCell, NumberCell, OrderState } from "./coin-order.cells.part.tsx";
import { OrderCounters, OrderTotals } from "./coin-order.counters.part.tsx";
import "./coin-order.css";
import { OrderHeading, OrderPanel } from "./coin-order.detail.tsx";

const columns: ListPageProps<typeof coinOrder>["columns"] = [
  { field: "orderNo", cell: NumberCell, width: 128 },
  { field: "status", cell: OrderState, width: 184 },
  { field: "amount", width: 136 },
  { field: "failureCode", cell: FailureCell, width: 172 },
  { field: "merchantName", cell: MerchantCell, width: 144, part: "owner" },
  { field: "paymentMethod", cell: MethodCell, width: 160 },
  { field: "orderTime", width: 168 },
  { field: "gatewayAccountName", width: 144, isHidden: true },
  { field: "country", width: 80, part: "none", isHidden: true },
];

/** Of somebody's own shop: its own order number stands where others read whose order it is. */
const ownColumns: typeof columns = columns.map((one) =>
  typeof one === "object" && one.field === "merchantName"
    ? { field: "merchantOrderNo", width: 144, part: "owner" as const }
    : one,
);

/** Something was taken here, and not all of it is back; what of it can go back the form is told. */
const mayGoBack = ({ origin, capturedAmount, refundedAmount }: CoinOrder): boolean =>
  origin === "platform" && BigInt(capturedAmount) > BigInt(refundedAmount);

const actions: NonNullable<ListPageProps<typeof coinOrder>["rowActions"]> = [
  { action: "add", resource: orderRefund, when: mayGoBack },
];

/** Orders of the merchants in reach, the newest first, with how many stand where and what all of them come to. */
export const CoinOrderList = () => (
  <ListPage
    resource={coinOrder}
    columns={useOwnMerchant() ? ownColumns : columns}
    nameField="orderNo"
    rowActions={actions}
    tools={<WayTo resource={orderImport} />}
    heading={OrderHeading}
    detail={OrderPanel}
    above={({ filter, control }) => <OrderCounters filter={filter} control={control} />}
    below={({ filter, columns: { shown }, isPhone }) => <OrderTotals filter={filter} columns={isPhone ? [] : shown} />}
  />
);
