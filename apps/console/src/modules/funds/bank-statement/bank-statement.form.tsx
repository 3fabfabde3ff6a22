import { bankStatementMessages } from "@countinghouse/contract/funds/bank-statement/bank-statement.messages.ts";
import { bankStatement } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { BankImport } from "./bank-statement.import.form.tsx";

export const forms = formsOf(bankStatement, bankStatementMessages, { import: BankImport });
