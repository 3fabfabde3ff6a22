import { add, equals, exceeds, isZero, type Money, subtract } from "@countinghouse/money/money.ts";
import type { FailureCode } from "./failure-step.policy.ts";
import {
  type AttemptFacts,
  can,
  type DueReason,
  type Effect,
  gone,
  isGivenUp,
  may,
  nothing,
  type OrderFacts,
  orderMove,
  report,
  type Verdict,
  type Word,
} from "./order-word.policy.ts";

/** All that should have been taken once the capture under way is through. */
const expectedCapture = ({ capture, captured, amount }: AttemptFacts): Money =>
  capture ? add(captured, capture.amount) : amount;

/** Whether the gateway took some of it. */
export const isPartlyTaken = ({ captured }: AttemptFacts): boolean => !isZero(captured);

/** The capture under way took nothing, and nothing more can be taken. */
export const failedOpen = ({ capture }: AttemptFacts, code: FailureCode): Pick<Verdict, "capture"> =>
  capture ? { capture: { action: "fail", code } } : {};

const succeeded = { capture: { action: "succeed" } } as const;

/** The rest of a reservation is gone. Parts that were taken stay taken: the order is paid with them. */
export const restReleased = (order: OrderFacts, attempt: AttemptFacts): Verdict => ({
  attempt: "capture",
  order: orderMove(order, attempt, "succeed"),
  ...failedOpen(attempt, "authorization_expired"),
  effects: [],
});

/** What was taken beyond what is known; all of it where the gateway tells another currency. */
const beyond = (taken: Money, known: Money): Money =>
  taken.currency === known.currency ? subtract(taken, known) : taken;

/** Money that is not the merchant's, for people to see and for the payers' account. */
const notOurs = (reason: DueReason, level: "critical" | "error" | "warning", amount: Money): Effect[] => [
  report(reason, level),
  { do: "due", reason, amount },
];

/** What is reserved beside what was taken goes back, where nothing more is to be taken. */
const restBack = ({ amount }: AttemptFacts, taken: Money, isClosed: boolean): Effect[] =>
  !isClosed && (taken.currency !== amount.currency || exceeds(amount, taken)) ? [{ do: "release" }] : [];

/** Of a payment that nobody asked for, what was taken goes back, and what is reserved is released. */
export function judgeOtherPayment(word: Word): Verdict {
  if (word.kind !== "captured" && word.kind !== "authorized") return nothing;
  const { captured: taken } = word;
  const standing: Effect[] = word.kind === "authorized" ? [{ do: "releaseTwin" }] : [];
  if (taken && !isZero(taken))
    return { ...nothing, effects: [...notOurs("duplicate_payment", "error", taken), ...standing] };
  return { ...nothing, effects: standing.length > 0 ? [report("duplicate_payment", "error"), ...standing] : [] };
}

/** All that was taken of a payment, and no more can be. */
export function judgeCaptured(order: OrderFacts, attempt: AttemptFacts, taken: Money): Verdict {
  if (attempt.status === "captured" && equals(taken, attempt.captured)) return gone(attempt);
  const isHolding = attempt.status === "authorized" || attempt.status === "capture_pending";
  if (isHolding && isPartlyTaken(attempt) && equals(taken, attempt.captured)) return restReleased(order, attempt);
  return judgeTaken(order, attempt, taken, true);
}

/**
 * The gateway took another amount than it was asked for. What it has is the payer's until somebody decides; the order
 * waits for that, and nothing more is expected of the gateway but that it gives back what it still has reserved.
 */
function judgeOtherAmount(order: OrderFacts, attempt: AttemptFacts, taken: Money, isClosed: boolean): Verdict {
  const made = attempt.capture?.isMade && exceeds(taken, expectedCapture(attempt)) ? attempt.capture.amount : null;
  const amount = beyond(taken, made ? expectedCapture(attempt) : attempt.captured);
  // Less than is known is nothing that could be held: people have to ask the gateway.
  if (amount.amountMinor <= 0n) return { ...nothing, effects: [report("amount_mismatch", "critical")] };
  const booked: Effect[] = made ? [{ do: "book", amount: made }] : [];
  const rest = restBack(attempt, taken, isClosed);
  const effects = [...booked, ...notOurs("amount_mismatch", "critical", amount), ...rest];
  if (!can(attempt, "capture")) return { ...nothing, effects };
  const waits = (["authenticated", "capture"] as const).find((action) => orderMove(order, attempt, action)) ?? null;
  const step: Pick<Verdict, "capture"> = made ? succeeded : failedOpen(attempt, "amount_mismatch");
  return { attempt: "capture", order: waits, ...step, effects };
}

/** The gateway has more than we know of. `isClosed` says that it can take no more. */
export function judgeTaken(order: OrderFacts, attempt: AttemptFacts, taken: Money, isClosed: boolean): Verdict {
  const { capture } = attempt;
  const revived = revivedBy(order, attempt, taken, isClosed);
  if (revived) return revived;
  if (attempt.status === "captured") return judgeOtherAmount(order, attempt, taken, isClosed);
  const rest = restBack(attempt, taken, isClosed);
  const isSecond = order.phase === "paid" || exceeds(order.captured, attempt.captured);
  if (isSecond)
    return {
      attempt: "capture",
      order: null,
      ...failedOpen(attempt, "duplicate_payment"),
      effects: [...notOurs("duplicate_payment", "error", beyond(taken, attempt.captured)), ...rest],
    };
  if (!equals(taken, expectedCapture(attempt))) return judgeOtherAmount(order, attempt, taken, isClosed);
  const amount = subtract(taken, attempt.captured);
  const through: Pick<Verdict, "capture"> = capture ? succeeded : {};
  const book: Effect = { do: "book", amount };
  const isPart = !isClosed && capture !== null && !capture.isFinal && exceeds(attempt.amount, taken);
  if (isPart && may(order, "capturePart"))
    return { attempt: "capturePart", order: "capturePart", ...through, effects: [book] };
  if (!isGivenUp(order)) return { attempt: "capture", order: "succeed", ...through, effects: [book, ...rest] };
  return {
    attempt: "capture",
    order: "succeed",
    ...through,
    effects: [book, ...dueIfLate(order, amount), ...rest],
    isLate: true,
  };
}

/** Money that came after the order was given up goes back where the merchant's terms say so. */
const dueIfLate = (order: OrderFacts, amount: Money): Effect[] =>
  isGivenUp(order) && order.lateSuccess === "auto_refund" ? notOurs("late_success", "warning", amount) : [];

/** The money above what is known is that of refused captures. With more of them the same word is judged again. */
function revivedBy(order: OrderFacts, attempt: AttemptFacts, taken: Money, isClosed: boolean): Verdict | undefined {
  const { capture, captured, refused, refusedBesides } = attempt;
  if (
    !refused ||
    taken.currency !== captured.currency ||
    exceeds(taken, attempt.amount) ||
    exceeds(order.captured, captured)
  )
    return undefined;
  const sum = add(captured, refusedBesides ? add(refused, refusedBesides) : refused);
  const isBoth = capture !== null && equals(taken, add(sum, capture.amount));
  if (!isBoth && (!equals(taken, sum) || (capture && equals(taken, expectedCapture(attempt))))) return undefined;
  const effects: Effect[] = [{ do: "book", amount: refused }, ...dueIfLate(order, refused)];
  const step: Pick<Verdict, "capture" | "effects"> = { capture: { action: "revive" }, effects };
  if (capture || refusedBesides) return { attempt: null, order: null, ...step };
  if (!isClosed && can(attempt, "capturePart")) return { attempt: "capturePart", order: null, ...step };
  const late = isGivenUp(order) ? { isLate: true } : {};
  const succeed = may(order, "succeed") ? "succeed" : null;
  const all = [...effects, ...restBack(attempt, taken, isClosed)];
  return { attempt: can(attempt, "capture") ? "capture" : null, order: succeed, ...step, effects: all, ...late };
}
