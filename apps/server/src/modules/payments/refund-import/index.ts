export { refundImportSweep, refundImportWorker } from "./refund-import.worker.ts";
