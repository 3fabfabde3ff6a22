import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { orderImportLifecycle } from "@countinghouse/contract/payments/order-import/order-import.lifecycle.ts";
import { type OrderImport, orderImport } from "@countinghouse/contract/payments/order-import/order-import.ts";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { importScreenMessages } from "./order-import.messages.ts";

const forms = () => import("./order-import.form.tsx");

type Row = { readonly row: OrderImport };

const FileName = ({ row }: Row) => <TextCell value={row.fileName} />;

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

const facts = [
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
];

function ImportBeside({ row }: Row) {
  const { openPage } = useWords(importScreenMessages);
  return (
    <>
      <p>
        <Link to={`/trade/order-import/${row.id}`}>{openPage}</Link>
      </p>
      <RecordFacts resource={orderImport} of={row} fields={facts} />
      <RecordHistory resource={orderImport} of={row} />
    </>
  );
}

/** Files of orders that were taken elsewhere: those on their way in, and what became of the others. */
export const OrderImportList = () => (
  <ListPage
    resource={orderImport}
    columns={columns}
    forms={forms}
    lifecycle={orderImportLifecycle as Lifecycle}
    rowActions={["stop", "cancel", "undo"]}
    detail={ImportBeside}
    nameField="fileName"
  />
);
