import { ledger } from "@countinghouse/contract/ledger/ledger.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";
import { JournalDetail } from "./ledger.journal.detail.tsx";

const columns: ListPageProps<typeof ledger>["columns"] = [
  { field: "event", width: 208 },
  { field: "merchantName", width: 176 },
  "postedAt",
  "effectiveDate",
  { field: "seq", width: 80 },
  "description",
  { field: "orderId", width: 136 },
  { field: "eventId", width: 136 },
  { field: "operatorName", width: 128 },
];

/** Every journal of the merchants in reach. */
export const LedgerList = () => (
  <ListPage resource={ledger} columns={columns} detail={JournalDetail} nameField="description" />
);
