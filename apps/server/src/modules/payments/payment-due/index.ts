export type { DueOrders } from "./due-orders.port.ts";
export {
  type DueRow,
  dueReturnQueue,
  duesOfOrder,
  findDue,
  lockDue,
  readDueRow,
  updateDue,
} from "./payment-due.store.ts";
export { openDues, proposedDues } from "./payment-due.waiting.store.ts";
export { type Raised, raiseDue } from "./raise-due.service.ts";
