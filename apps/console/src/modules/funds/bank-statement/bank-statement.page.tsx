import { BankStatementStatus } from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import {
  type BankStatementDetail,
  bankStatement,
} from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { useParams } from "react-router";
import { FileNaming, useFollowedMatching } from "../../../platform/funds/file-head.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { DetailPage } from "../../../platform/pages/detail-page.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { BankLines } from "./bank-line.table.part.tsx";
import { StatementHead } from "./bank-statement.head.part.tsx";
import { bankScreenMessages } from "./bank-statement.messages.ts";

const forms = () => import("./bank-statement.form.tsx");

/** One bank statement beside our books: balances, ages, and every line with what can be done about it. */
export function BankStatementPage() {
  const { id = "" } = useParams();
  return (
    <DetailPage
      resource={bankStatement}
      id={id}
      actions={[{ action: "run" }]}
      forms={forms}
      nameField="statementNo"
      heading={({ accountName, toDate }) => `${accountName}, ${toDate}`}
      state={({ status }) => <ChipOf enumeration={BankStatementStatus} value={status} />}
      sub={(row) => <Naming row={row} />}
    >
      {(row) => <StatementView row={row} />}
    </DetailPage>
  );
}

type Row = { readonly row: BankStatementDetail };

function Naming({ row: { statementNo, bankNo, ...row } }: Row) {
  const { imported, unnumbered } = useWords(bankScreenMessages);
  return <FileNaming no={statementNo} {...row} imported={imported} named={{ bankNo: bankNo || unnumbered }} />;
}

function StatementView({ row }: Row) {
  const asking = useFollowedMatching(bankLine, row.status === "imported");
  useAnswer(bankStatement, "detail", { id: row.id }, asking);
  return (
    <>
      <StatementHead row={row} />
      <BankLines row={row} />
    </>
  );
}
