export { importUpload } from "./bank-import.service.ts";
export { openBankStatements } from "./bank-statement.waiting.store.ts";
export { bankStatementWorkers, matchStatement } from "./bank-statement.worker.ts";
