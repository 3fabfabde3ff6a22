import { settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { LineHeading, OrderOf, SettlementLinePanel } from "./settlement-line.detail.tsx";

const columns: ListPageProps<typeof settlementLine>["columns"] = [
  { field: "dueDate", width: 120 },
  { field: "lineType", width: 112 },
  { field: "amount", width: 136 },
  { field: "taxAmount", width: 104 },
  { field: "state", width: 112 },
  { field: "orderNo", cell: OrderOf, width: 224 },
  { field: "merchantName", width: 152 },
  { field: "bookedTime", width: 168 },
  { field: "event", width: 176, isHidden: true },
];

/** Everything that waits to be settled or was, line by line, the newest first. */
export const SettlementLineList = () => (
  <ListPage
    resource={settlementLine}
    columns={columns}
    nameField="id"
    heading={LineHeading}
    detail={SettlementLinePanel}
  />
);
