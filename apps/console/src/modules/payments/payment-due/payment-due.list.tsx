import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import {
  type PaymentDue,
  paymentDue,
  paymentDueTopic,
} from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { DueHeading, PaymentDuePanel } from "./payment-due.detail.tsx";

const forms = () => import("./payment-due.form.tsx");

const columns: ListPageProps<typeof paymentDue>["columns"] = [
  { field: "dueNo", width: 144, part: "none" },
  { field: "status", width: 144 },
  { field: "kind", width: 120, part: "none" },
  { field: "amount", width: 152 },
  { field: "merchantName", width: 144 },
  { field: "orderNo", width: 144 },
  { field: "createTime", width: 160 },
];

const isOpen = ({ status }: PaymentDue): boolean => status === "open";
const isProposed = ({ status }: PaymentDue): boolean => status === "awaiting_approval";

const actions: NonNullable<ListPageProps<typeof paymentDue>["rowActions"]> = [
  { action: "book", when: (row) => isOpen(row) && row.bookableAmount !== "0" },
  { action: "markReturn", when: isOpen },
  { action: "approve", when: (row) => isProposed(row) && !row.isOwn },
  { action: "reject", when: isProposed },
  { action: "returnDue", resource: orderRefund, when: ({ status }) => status === "to_return" },
];

/** Money that came and is no merchant's, of the merchants in reach, the newest first. */
export const PaymentDueList = () => (
  <ListPage
    resource={paymentDue}
    topic={paymentDueTopic}
    columns={columns}
    forms={forms}
    nameField="dueNo"
    heading={DueHeading}
    detail={PaymentDuePanel}
    rowActions={actions}
  />
);
