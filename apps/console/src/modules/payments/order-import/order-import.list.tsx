import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { orderImportLifecycle } from "@countinghouse/contract/payments/order-import/order-import.lifecycle.ts";
import { type OrderImport, orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { recordPanel } from "../../../platform/pages/record-facts.tsx";

const forms = () => import("./order-import.form.tsx");

const FileName = ({ row }: { readonly row: OrderImport }) => <TextCell value={row.fileName} />;

const columns: ListPageProps<typeof orderImport>["columns"] = [
  { field: "fileName", cell: FileName, width: 216 },
  { field: "status", width: 168 },
  { field: "merchantName", width: 168 },
  { field: "rowCount", width: 96 },
  { field: "newCount", width: 96 },
  { field: "refusedCount", width: 96 },
  { field: "importedCount", width: 104 },
  "createTime",
];

const detail = recordPanel(orderImport, {
  page: "/trade/order-import",
  facts: [
    "merchantName",
    "mode",
    "status",
    "rowCount",
    "newCount",
    "presentCount",
    "leftOutCount",
    "refusedCount",
    "importedCount",
    "failure",
    "checkTime",
    "startTime",
    "finishTime",
  ],
});

/** Files of orders that were taken elsewhere: those on their way in, and what became of the others. */
export const OrderImportList = () => (
  <ListPage
    resource={orderImport}
    columns={columns}
    forms={forms}
    lifecycle={orderImportLifecycle as Lifecycle}
    rowActions={["stop", "cancel", "undo"]}
    detail={detail}
    nameField="fileName"
  />
);
