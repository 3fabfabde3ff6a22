export type { DueOrders } from "./due-orders.port.ts";
export {
  amountBeingReturned,
  type DueRow,
  dueReturnQueue,
  duesOfOrder,
  duesOfPayment,
  duesToReturn,
  enqueueDueReturn,
  findDue,
  goingBack,
  lockDue,
  lockDuesOf,
  readDueRow,
  updateDue,
} from "./payment-due.store.ts";
export { openDues, proposedDues } from "./payment-due.waiting.store.ts";
export { correctDue, type RecordedDue, raiseDue } from "./raise-due.service.ts";
