export type { DueOrders } from "./due-orders.port.ts";
export {
  amountOnItsWay,
  type DueRow,
  dueReturnQueue,
  duesOfOrder,
  duesToReturn,
  findDue,
  lockDue,
  lockDuesOf,
  readDueRow,
  updateDue,
  wakeReturn,
} from "./payment-due.store.ts";
export { openDues, proposedDues } from "./payment-due.waiting.store.ts";
export { type RaisedDue, raiseDue } from "./raise-due.service.ts";
