import { billLifecycle } from "@countinghouse/contract/funds/billing/bill.lifecycle.ts";
import { merchantBilling } from "@countinghouse/contract/funds/billing/merchant-billing.ts";
import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { BillHeading, BillPanel } from "./bill.detail.tsx";

const forms = () => import("./merchant-billing.form.tsx");

const columns: ListPageProps<typeof merchantBilling>["columns"] = [
  { field: "batch", width: 136 },
  { field: "billingDate", width: 112 },
  { field: "merchantName", width: 152 },
  { field: "status", width: 112 },
  { field: "grossAmount", width: 136 },
  { field: "transactionFee", width: 120 },
  { field: "refundAmount", width: 120 },
  { field: "depositAmount", width: 120 },
  { field: "settlementAmount", width: 136 },
];

const ownActions = ["confirm", "query"] as const;

/** A merchant's own bills, the latest first: its people confirm them or ask, and nobody else may. */
export const MerchantBillingList = () => (
  <ListPage
    resource={merchantBilling}
    columns={columns}
    forms={forms}
    lifecycle={billLifecycle as Lifecycle}
    rowActions={useIsOfMerchant() ? ownActions : []}
    pageActions={[]}
    nameField="batch"
    heading={BillHeading}
    detail={BillPanel}
    isRead
  />
);
