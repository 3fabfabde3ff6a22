import { bankStatement, bankStatementTopic } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { recordPanel } from "../../../platform/pages/record-facts.tsx";

const forms = () => import("./bank-statement.form.tsx");

const columns: ListPageProps<typeof bankStatement>["columns"] = [
  { field: "statementNo", width: 136, part: "none" },
  { field: "toDate", width: 112 },
  { field: "accountName", width: 184 },
  { field: "status", width: 128 },
  { field: "creditAmount", width: 152 },
  { field: "debitAmount", width: 152 },
  { field: "closingAmount", width: 136 },
  { field: "openCount", width: 96 },
  { field: "openAmount", width: 152 },
];

const detail = recordPanel(bankStatement, {
  page: "/finance/bank-statement",
  facts: [
    "bankNo",
    "fromDate",
    "toDate",
    "format",
    "fileName",
    "source",
    "lineCount",
    "openingAmount",
    "creditAmount",
    "debitAmount",
    "closingAmount",
    "openAmount",
    "openSince",
    "fileHash",
  ],
});

/** Statements of our bank accounts. */
export const BankStatementList = () => (
  <ListPage
    resource={bankStatement}
    topic={bankStatementTopic}
    columns={columns}
    forms={forms}
    nameField="statementNo"
    detail={detail}
    pageActions={["import"]}
  />
);
