import { payoutOrder, payoutOrderTopic } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import type { PayoutOrderDetail } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { useOutboundNews } from "../../../platform/funds/outbound.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { PayoutOrderHeading, PayoutOrderPanel, type PayoutOrderRow } from "./payout-order.detail.tsx";

const forms = () => import("./payout-order.form.tsx");

const columns: ListPageProps<typeof payoutOrder>["columns"] = [
  { field: "payoutOrderNo", width: 144, part: "none" },
  { field: "merchantPayoutNo", width: 136, isHidden: true },
  { field: "status", width: 136 },
  { field: "amount", width: 152 },
  { field: "beneficiaryName", lines: ["beneficiaryName", "accountLabel"], width: 184 },
  { field: "country", width: 112, isHidden: true },
  { field: "accountLabel", width: 168, isHidden: true },
  { field: "merchantName", width: 144 },
  { field: "applyTime", width: 160 },
];

/** What the server says can succeed; nothing of a row that was not read by itself. */
const can = (ability: keyof PayoutOrderDetail["abilities"]) => (row: PayoutOrderRow) =>
  row.abilities?.[ability] ?? false;

const isByHand = (row: PayoutOrderRow): boolean => row.review?.payout?.isByHand === true;

const rowActions = [
  { action: "approve", when: can("approve") },
  { action: "reject", when: can("reject") },
  { action: "execute", when: can("execute") },
  { action: "reveal", when: isByHand },
  { action: "markPaid", when: (row: PayoutOrderRow) => can("mark")(row) && isByHand(row) },
  { action: "markFailed", when: can("mark") },
  { action: "markReturned", when: can("markReturned") },
  { action: "resolveDifference", when: can("resolveDifference") },
  { action: "sync", when: can("sync") },
  { action: "submit", when: can("submit") },
  { action: "retry", when: can("retry") },
  { action: "cancel", when: can("cancel") },
] as const;

const shown = {
  columns,
  forms,
  nameField: "payoutOrderNo",
  heading: PayoutOrderHeading,
  detail: PayoutOrderPanel,
} as const;

/** Payout orders, the newest first. Only people of a merchant pay out its money. */
export function PayoutOrderList() {
  useOutboundNews(payoutOrderTopic, payoutOrder);
  const pageActions = useIsOfMerchant() ? (["add", "batchAdd"] as const) : [];
  return <ListPage resource={payoutOrder} {...shown} rowActions={rowActions} pageActions={pageActions} isRead />;
}
