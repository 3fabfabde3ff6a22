import { billLifecycle } from "@countinghouse/contract/funds/billing/bill.lifecycle.ts";
import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { BillHeading, BillPanel } from "./bill.detail.tsx";

const forms = () => import("./billing.form.tsx");

const columns: ListPageProps<typeof billing>["columns"] = [
  { field: "batch", width: 136 },
  { field: "billingDate", width: 112 },
  { field: "merchantName", width: 152 },
  { field: "status", width: 112 },
  { field: "settlementAmount", width: 136 },
  { field: "transactionFee", width: 112 },
  { field: "gatewayFee", width: 112 },
  { field: "refundHandlingFee", width: 112 },
  { field: "depositRatio", width: 96 },
  { field: "marginAmount", width: 120 },
];

/** The bill of every settlement batch of the merchants in reach, the latest first. */
export const BillingList = () => (
  <ListPage
    resource={billing}
    columns={columns}
    forms={forms}
    lifecycle={billLifecycle as Lifecycle}
    rowActions={["issue", "recompute", "answer"]}
    pageActions={[]}
    nameField="batch"
    heading={BillHeading}
    detail={BillPanel}
    isRead
  />
);
