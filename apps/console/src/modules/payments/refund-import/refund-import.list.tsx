import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { refundImportLifecycle } from "@countinghouse/contract/payments/refund-import/refund-import.lifecycle.ts";
import { type RefundImport, refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { refundImportScreenMessages } from "./refund-import.messages.ts";

const forms = () => import("./refund-import.form.tsx");

const columns: ListPageProps<typeof refundImport>["columns"] = [
  { field: "fileName", width: 216 },
  { field: "status", width: 168 },
  { field: "merchantName", width: 168 },
  { field: "rowCount", width: 96 },
  { field: "createUserName", width: 144 },
  "createTime",
];

const facts = ["merchantName", "mode", "status", "rowCount", "failure", "checkTime", "startTime", "finishTime"];

const FileBeside = ({ row }: { readonly row: RefundImport }) => (
  <>
    <p>
      <Link to={`/trade/refund-import/${row.id}`}>{useWords(refundImportScreenMessages).openPage}</Link>
    </p>
    <RecordFacts resource={refundImport} of={row} fields={facts} />
    <RecordHistory resource={refundImport} of={row} />
  </>
);

const shown = { columns, forms, detail: FileBeside, nameField: "fileName" } as const;

/** Files of refunds: those that wait for a decision, and what became of the others. */
export const RefundImportList = () => (
  <ListPage
    resource={refundImport}
    {...shown}
    lifecycle={refundImportLifecycle as Lifecycle}
    rowActions={["stop", "cancel"]}
  />
);
