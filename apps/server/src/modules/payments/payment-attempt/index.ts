export { attemptQueryQueue } from "./payment-attempt.service.ts";
export {
  type AttemptChange,
  type AttemptRow,
  attemptRows,
  attemptsOfOrder,
  insertAttempt,
  type NewAttempt,
  updateAttempt,
} from "./payment-attempt.store.ts";
