export { orderImportSweeps, orderImportWorker } from "./order-import.worker.ts";
