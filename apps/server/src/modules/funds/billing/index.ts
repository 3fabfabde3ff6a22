export { type BatchToBill, draftBill, issueBill, stepBill } from "./bill.service.ts";
export { type BillRow, lockBillOfBatch } from "./bill-row.store.ts";
