import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { refundImportLifecycle } from "@countinghouse/contract/payments/refund-import/refund-import.lifecycle.ts";
import { refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { recordPanel } from "../../../platform/pages/record-facts.tsx";

const forms = () => import("./refund-import.form.tsx");

const columns: ListPageProps<typeof refundImport>["columns"] = [
  { field: "fileName", width: 216 },
  { field: "status", width: 168 },
  { field: "merchantName", width: 168 },
  { field: "rowCount", width: 96 },
  { field: "createUserName", width: 144 },
  "createTime",
];

const detail = recordPanel(refundImport, {
  page: "/trade/refund-import",
  facts: ["merchantName", "mode", "status", "rowCount", "failure", "checkTime", "startTime", "finishTime"],
});

/** Files of refunds: those that wait for a decision, and what became of the others. */
export const RefundImportList = () => (
  <ListPage
    resource={refundImport}
    columns={columns}
    forms={forms}
    detail={detail}
    nameField="fileName"
    lifecycle={refundImportLifecycle as Lifecycle}
    rowActions={["stop", "cancel"]}
  />
);
