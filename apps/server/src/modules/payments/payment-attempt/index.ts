export { attemptQueryQueue } from "./payment-attempt.service.ts";
export {
  type AttemptChange,
  type AttemptRow,
  attemptRows,
  attemptsInScope,
  attemptsOfOrder,
  insertAttempt,
  type LatestAttempt,
  type NewAttempt,
  updateAttempt,
} from "./payment-attempt.store.ts";
