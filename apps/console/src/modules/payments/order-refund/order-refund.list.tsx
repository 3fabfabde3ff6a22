import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof orderRefund>["columns"] = [
  { field: "refundNo", width: 144, part: "none" },
  { field: "status", width: 120 },
  { field: "amount", width: 128 },
  { field: "merchantName", width: 144 },
  { field: "reason", width: 144 },
  { field: "orderNo", width: 144 },
  { field: "refundTime", width: 160 },
];

/** Every refund of the merchants in reach, the newest first. */
export const OrderRefundList = () => <ListPage resource={orderRefund} columns={columns} nameField="refundNo" />;
