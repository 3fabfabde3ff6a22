export { type BatchToBill, draftBill, issueBill, stepBill } from "./bill.service.ts";
export { type BillRow, lockBillOfBatch } from "./bill-row.store.ts";
export { billsToConfirm, questionedBills } from "./billing.waiting.store.ts";
