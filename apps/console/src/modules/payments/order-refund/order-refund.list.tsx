import { type OrderRefundRow, orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { WayTo } from "../../../platform/pages/way-to.tsx";
import { useRefundNews } from "../../../platform/payments/refund-news.ts";
import { RefundHeading, RefundPanel, type RefundRow } from "./order-refund.detail.tsx";

const forms = () => import("./order-refund.form.tsx");

const columns: ListPageProps<typeof orderRefund>["columns"] = [
  { field: "refundNo", width: 144, part: "none" },
  { field: "status", width: 120 },
  { field: "amount", width: 152 },
  { field: "merchantName", width: 144 },
  { field: "reason", width: 144 },
  { field: "orderNo", width: 144 },
  { field: "refundTime", width: 160 },
];

/** What the server says can succeed. */
const can = (ability: keyof OrderRefundRow["abilities"]) => (row: RefundRow) => row.abilities?.[ability] ?? false;

const abilities = ["approve", "reject", "cancel", "retry", "sync", "settleTold", "resolveExcess"] as const;
const actions = abilities.map((action) => ({ action, when: can(action) }));
const shown = { columns, forms, nameField: "refundNo", heading: RefundHeading, detail: RefundPanel } as const;

/** Every refund of the merchants in reach, the newest first. One is asked for where its order or capture is. */
export function OrderRefundList() {
  useRefundNews();
  const tools = <WayTo resource={refundImport} />;
  return <ListPage resource={orderRefund} {...shown} rowActions={actions} pageActions={[]} tools={tools} isRead />;
}
