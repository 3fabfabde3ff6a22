export { attemptQueryQueue } from "./payment-attempt.service.ts";
export {
  type AttemptChange,
  type AttemptRow,
  attemptsOfOrder,
  insertAttempt,
  lockedAttempts,
  type NewAttempt,
  updateAttempt,
} from "./payment-attempt.store.ts";
