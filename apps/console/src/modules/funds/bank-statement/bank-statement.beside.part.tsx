import { type BankStatement, bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { bankScreenMessages } from "./bank-statement.messages.ts";

const facts = [
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
];

/** A statement of the list in brief, with the way to its page. */
export const StatementBeside = ({ row }: { readonly row: BankStatement }) => {
  const words = useWords(bankScreenMessages);
  return (
    <>
      <p>
        <Link to={`/finance/bank-statement/${row.id}`}>{words.openPage}</Link>
      </p>
      <RecordFacts resource={bankStatement} of={row} fields={facts} />
      <RecordHistory resource={bankStatement} of={row} />
    </>
  );
};
