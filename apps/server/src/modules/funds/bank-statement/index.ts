export { openBankStatements } from "./bank-statement.waiting.store.ts";
export { bankStatementWorkers } from "./bank-statement.worker.ts";
