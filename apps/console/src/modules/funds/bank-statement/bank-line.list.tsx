import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { bankStatementTopic } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { BankLinePanel } from "./bank-line.case.part.tsx";

const columns: ListPageProps<typeof bankLine>["columns"] = [
  { field: "bookingDate", width: 136, part: "name" },
  { field: "accountName", width: 176 },
  { field: "partyName", width: 160 },
  { field: "endToEndId", width: 152 },
  { field: "matchStatus", width: 160 },
  { field: "status", width: 112 },
  { field: "amount", width: 152 },
  { field: "difference", width: 120 },
  { field: "suspenseAmount", width: 112 },
  { field: "since", width: 152 },
];

/** Lines of all statements, the longest open first. */
export const BankLineList = () => (
  <ListPage
    resource={bankLine}
    topic={bankStatementTopic}
    columns={columns}
    nameField="bookingDate"
    detail={BankLinePanel}
    pageActions={[]}
    isRead
  />
);
