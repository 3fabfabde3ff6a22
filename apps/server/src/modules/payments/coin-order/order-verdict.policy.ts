import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import type { CaptureAction } from "@countinghouse/contract/payments/capture/capture.lifecycle.ts";
import type { OrderAction, OrderPhase } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { orderLifecycle } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import {
  type AttemptAction,
  type AttemptState,
  attemptLifecycle,
  inFlightStates,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import { add, equals, exceeds, isZero, type Money, subtract } from "@countinghouse/money/money.ts";
import { querySeconds } from "./coin-order.policy.ts";
import { type FailureCode, stepAfter } from "./failure-step.policy.ts";

/** What a gateway said of one attempt, in the words that decide something. */
export type Word =
  /** All that was taken, and nothing more can be: the rest of the reservation is gone. */
  | { readonly kind: "captured"; readonly captured: Money }
  /** A reservation stands; what was taken of it until now, where the gateway says it. */
  | { readonly kind: "authorized"; readonly captured: Money | null }
  | { readonly kind: "action_required"; readonly type: "redirect" | "qr" | "voucher" | "3ds" }
  | { readonly kind: "pending" }
  | { readonly kind: "declined"; readonly code: FailureCode; readonly adviceCode: string | null }
  | { readonly kind: "error"; readonly code: FailureCode }
  | { readonly kind: "unknown" }
  | { readonly kind: "not_found" }
  | { readonly kind: "voided" }
  | { readonly kind: "expired"; readonly code: FailureCode | null }
  | { readonly kind: "reversed" };

/** How the word reached us: as the answer to our own call, as the answer to a question, or unasked. */
export type Source = "answer" | "query" | "notification";

export interface AttemptFacts {
  readonly status: AttemptState;
  readonly amount: Money;
  readonly captured: Money;
  /** The capture under way: what it takes, whether the rest is released with it, and whether the gateway lists it as made. */
  readonly capture: { readonly amount: Money; readonly isFinal: boolean; readonly isMade?: boolean } | null;
  /** What the newest capture that failed was to take, though it had been sent: the gateway may have made it. */
  readonly refused: Money | null;
  /** What others that failed took besides, where the gateway shows the money of several. */
  readonly refusedBesides: Money | null;
  readonly queryCount: number;
  /** The order's newest attempt: older ones decide nothing but their own state, unless they bring money. */
  readonly isCurrent: boolean;
  /** The gateway speaks of another payment than the one of this attempt. */
  readonly isOtherPayment: boolean;
  /** The gateway believes it was asked for another amount than it was. */
  readonly isOtherAmount: boolean;
}

export interface OrderFacts {
  readonly phase: OrderPhase;
  readonly isManualCapture: boolean;
  readonly captured: Money;
  readonly attemptCount: number;
  readonly maxAttempts: number;
  readonly isExpired: boolean;
  readonly lateSuccess: "accept" | "auto_refund";
  /** What may be tried now without the payer, as routing decided; null outside the payer's visit. */
  readonly onward: "failover" | "stepUp" | null;
}

/** Why money is not the merchant's. */
export type DueReason = "amount_mismatch" | "duplicate_payment" | "late_success";

/** What follows from a word besides the states. The service carries it out in the same transaction. */
export type Effect =
  | { readonly do: "book"; readonly amount: Money }
  /** Money that is not the merchant's, beyond what is known of its payment: it goes back, or people decide about it. */
  | { readonly do: "due"; readonly reason: DueReason; readonly amount: Money }
  | {
      readonly do: "report";
      readonly what: DueReason | "unresolved" | "contradiction" | "payment_reversed" | "late_authorization";
      readonly level: "critical" | "error" | "warning";
    }
  | { readonly do: "failover" }
  | { readonly do: "stepUp" }
  /** Ask the gateway again by the schedule. */
  | { readonly do: "query" }
  /** Send the capture under way once more, under the key it was sent with. */
  | { readonly do: "sendCapture" }
  /** Give the reservation, or the payer's open page, back at the gateway. */
  | { readonly do: "release" }
  | { readonly do: "fail"; readonly code: FailureCode };

/** What becomes of the capture under way, or with `revive` of the newest one that failed. */
export type CaptureStep =
  | { readonly action: Extract<CaptureAction, "succeed" | "lose" | "revive"> }
  | { readonly action: Extract<CaptureAction, "fail">; readonly code: FailureCode };

export interface Verdict {
  readonly attempt: AttemptAction | null;
  readonly order: OrderAction | null;
  readonly capture?: CaptureStep | null;
  readonly effects: readonly Effect[];
  /** The money came after the order had been given up. */
  readonly isLate?: boolean;
}

const nothing: Verdict = { attempt: null, order: null, effects: [] };
const report = (what: Extract<Effect, { do: "report" }>["what"], level: "critical" | "error" | "warning"): Effect => ({
  do: "report",
  what,
  level,
});

const can = (attempt: AttemptFacts, action: AttemptAction): boolean => allows(attemptLifecycle, attempt.status, action);
const may = (order: OrderFacts, action: OrderAction): boolean => allows(orderLifecycle, order.phase, action);
const isGivenUp = ({ phase }: OrderFacts): boolean => phase === "failed" || phase === "canceled";

/** A verdict with the alarm that is due when a whole day of asking has brought no end. */
export function alarmed(verdict: Verdict, { status, queryCount }: AttemptFacts, source: Source): Verdict {
  const isOpen = verdict.attempt === null && inFlightStates.includes(status);
  if (!isOpen || source !== "query" || queryCount < querySeconds.length) return verdict;
  return { ...verdict, effects: [...verdict.effects, report("unresolved", "error")] };
}

/** The order's part in a verdict: only the newest attempt speaks for the order. */
const orderMove = (order: OrderFacts, attempt: AttemptFacts, action: OrderAction): OrderAction | null =>
  attempt.isCurrent && may(order, action) ? action : null;

/**
 * What a word of the gateway means for the order and the attempt it is about. Pure and total: every word in every
 * state has one verdict, and a word that was applied before, or that says less than is known, changes nothing. That
 * is why answers, queries and notifications converge in whatever order and number they come.
 */
export function judge(order: OrderFacts, attempt: AttemptFacts, word: Word, source: Source): Verdict {
  if (attempt.isOtherPayment) return judgeOtherPayment(word);
  switch (word.kind) {
    case "captured":
      return judgeCaptured(order, attempt, word.captured);
    case "authorized":
      return judgeAuthorized(order, attempt, word.captured ?? attempt.captured, source);
    case "action_required":
      return judgeAction(order, attempt, word.type);
    case "pending":
      return judgePending(order, attempt);
    case "declined":
      return judgeRefused(order, attempt, "decline", word.code, word.adviceCode);
    case "error":
      // A question that could not be asked says nothing of what it was about.
      return source === "query" ? nothing : judgeRefused(order, attempt, "error", word.code, null);
    case "unknown":
      return judgeUnknown(attempt, source);
    case "not_found":
      return judgeNotFound(order, attempt);
    case "voided":
      return judgeVoided(order, attempt);
    case "expired":
      return judgeExpired(order, attempt, word.code);
    case "reversed":
      // Money that was taken and went back without a dispute: people decide, the books are not touched by guesswork.
      return { ...nothing, effects: [report("payment_reversed", "error")] };
  }
}

/** All that should have been taken once the capture under way is through. */
const expectedCapture = ({ capture, captured, amount }: AttemptFacts): Money =>
  capture ? add(captured, capture.amount) : amount;

const isPartlyTaken = ({ captured }: AttemptFacts): boolean => !isZero(captured);

/** The capture under way took nothing, and nothing more can be taken. */
const failedOpen = ({ capture }: AttemptFacts, code: FailureCode): Pick<Verdict, "capture"> =>
  capture ? { capture: { action: "fail", code } } : {};

const succeeded = { capture: { action: "succeed" } } as const;

/** The rest of a reservation is gone. Parts that were taken stay taken: the order is paid with them. */
const restReleased = (order: OrderFacts, attempt: AttemptFacts): Verdict => ({
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

/** Of a payment that nobody asked for, what was taken goes back; a reservation is reported, and stays for people. */
function judgeOtherPayment(word: Word): Verdict {
  const taken = word.kind === "captured" || word.kind === "authorized" ? word.captured : null;
  if (taken && !isZero(taken)) return { ...nothing, effects: notOurs("duplicate_payment", "error", taken) };
  return word.kind === "authorized" ? { ...nothing, effects: [report("duplicate_payment", "error")] } : nothing;
}

function judgeCaptured(order: OrderFacts, attempt: AttemptFacts, taken: Money): Verdict {
  if (attempt.status === "captured")
    return equals(taken, attempt.captured)
      ? nothing
      : (revivedBy(order, attempt, taken, true) ?? judgeOtherAmount(order, attempt, taken));
  const isHolding = attempt.status === "authorized" || attempt.status === "capture_pending";
  if (isHolding && isPartlyTaken(attempt) && equals(taken, attempt.captured)) return restReleased(order, attempt);
  return judgeTaken(order, attempt, taken, true);
}

/**
 * The gateway took another amount than it was asked for. What it has is the payer's until somebody decides; the order
 * waits for that, and nothing more is expected of the gateway.
 */
function judgeOtherAmount(order: OrderFacts, attempt: AttemptFacts, taken: Money): Verdict {
  const made = attempt.capture?.isMade && exceeds(taken, expectedCapture(attempt)) ? attempt.capture.amount : null;
  const amount = beyond(taken, made ? expectedCapture(attempt) : attempt.captured);
  // Less than is known is nothing that could be held: people have to ask the gateway.
  if (amount.amountMinor <= 0n) return { ...nothing, effects: [report("amount_mismatch", "critical")] };
  const booked: Effect[] = made ? [{ do: "book", amount: made }] : [];
  const effects = [...booked, ...notOurs("amount_mismatch", "critical", amount)];
  if (!can(attempt, "capture")) return { ...nothing, effects };
  const waits = (["authenticated", "capture"] as const).find((action) => orderMove(order, attempt, action)) ?? null;
  const step: Pick<Verdict, "capture"> = made ? succeeded : failedOpen(attempt, "amount_mismatch");
  return { attempt: "capture", order: waits, ...step, effects };
}

/** The gateway has more than we know of. `isClosed` says that it can take no more. */
function judgeTaken(order: OrderFacts, attempt: AttemptFacts, taken: Money, isClosed: boolean): Verdict {
  const { capture } = attempt;
  const revived = revivedBy(order, attempt, taken, isClosed);
  if (revived) return revived;
  const isSecond = order.phase === "paid" || exceeds(order.captured, attempt.captured);
  if (isSecond)
    return {
      attempt: "capture",
      order: null,
      ...failedOpen(attempt, "duplicate_payment"),
      effects: notOurs("duplicate_payment", "error", beyond(taken, attempt.captured)),
    };
  if (!equals(taken, expectedCapture(attempt))) return judgeOtherAmount(order, attempt, taken);
  const amount = subtract(taken, attempt.captured);
  const through: Pick<Verdict, "capture"> = capture ? succeeded : {};
  const book: Effect = { do: "book", amount };
  const isPart = !isClosed && capture !== null && !capture.isFinal && exceeds(attempt.amount, taken);
  if (isPart && may(order, "capturePart"))
    return { attempt: "capturePart", order: "capturePart", ...through, effects: [book] };
  if (!isGivenUp(order)) return { attempt: "capture", order: "succeed", ...through, effects: [book] };
  return {
    attempt: "capture",
    order: "succeed",
    ...through,
    effects: [book, ...dueIfLate(order, amount)],
    isLate: true,
  };
}

/** Money that came after the order was given up goes back where the merchant's terms say so. */
const dueIfLate = (order: OrderFacts, amount: Money): Effect[] =>
  isGivenUp(order) && order.lateSuccess === "auto_refund" ? notOurs("late_success", "warning", amount) : [];

/** The money above what is known is that of refused captures. With more of them the same word is judged again. */
function revivedBy(order: OrderFacts, attempt: AttemptFacts, taken: Money, isClosed: boolean): Verdict | undefined {
  const { capture, captured, refused, refusedBesides } = attempt;
  if (!refused || exceeds(taken, attempt.amount) || exceeds(order.captured, captured)) return undefined;
  const sum = add(captured, refusedBesides ? add(refused, refusedBesides) : refused);
  const isBoth = capture !== null && equals(taken, add(sum, capture.amount));
  if (!isBoth && (!equals(taken, sum) || (capture && equals(taken, expectedCapture(attempt))))) return undefined;
  const effects: Effect[] = [{ do: "book", amount: refused }, ...dueIfLate(order, refused)];
  const step = { capture: { action: "revive" }, effects } as const;
  if (capture || refusedBesides) return { attempt: null, order: null, ...step };
  if (!isClosed && can(attempt, "capturePart")) return { attempt: "capturePart", order: null, ...step };
  const late = isGivenUp(order) ? { isLate: true } : {};
  const succeed = may(order, "succeed") ? "succeed" : null;
  return { attempt: can(attempt, "capture") ? "capture" : null, order: succeed, ...step, ...late };
}

function judgeAuthorized(order: OrderFacts, attempt: AttemptFacts, taken: Money, source: Source): Verdict {
  if (exceeds(taken, attempt.captured)) return judgeTaken(order, attempt, taken, false);
  // Less than was taken is what stood before the last part.
  if (exceeds(attempt.captured, taken)) return nothing;
  // Asked after a capture whose answer was lost: what still stands was not taken. Sent again under its own key it is one
  // capture, even where the first call is still on its way; given up and asked for anew it might be two.
  if (attempt.status === "capture_pending")
    return source === "query" ? { ...nothing, effects: [{ do: "sendCapture" }] } : nothing;
  if (!can(attempt, "authorize")) return judgeStanding(order, attempt, source);
  // The gateway captures by itself: a reservation on its way there is a payment that is still being made.
  if (!order.isManualCapture && !isGivenUp(order) && order.phase !== "paid") return judgePending(order, attempt);
  // What can be captured of a reservation over another amount is not what the payer agreed to.
  if (attempt.isOtherAmount)
    return { attempt: "authorize", order: null, effects: [report("amount_mismatch", "critical"), { do: "release" }] };
  const move = orderMove(order, attempt, "authorize");
  if (move) return { attempt: "authorize", order: move, effects: [] };
  return { attempt: "authorize", order: null, effects: [report("late_authorization", "warning"), { do: "release" }] };
}

/** A reservation stands of an attempt that asks for none any more. */
function judgeStanding(order: OrderFacts, attempt: AttemptFacts, source: Source): Verdict {
  const isDead = attempt.status === "declined" || attempt.status === "error" || attempt.status === "expired";
  if (isDead) return { ...nothing, effects: [report("contradiction", "warning"), { do: "release" }] };
  // A release that was refused is asked for again, until the reservation is gone or runs out.
  const isUnwanted = attempt.status === "authorized" && order.phase !== "awaiting.capture";
  return isUnwanted && source === "query" ? { ...nothing, effects: [{ do: "release" }] } : nothing;
}

function judgeAction(order: OrderFacts, attempt: AttemptFacts, type: string): Verdict {
  if (!can(attempt, "challenge")) return nothing;
  const action = type === "3ds" ? "challenge" : "awaitPayer";
  return { attempt: "challenge", order: orderMove(order, attempt, action), effects: [] };
}

function judgePending(order: OrderFacts, attempt: AttemptFacts): Verdict {
  if (!can(attempt, "submit"))
    return attempt.status === "submitting" ? { ...nothing, effects: [{ do: "query" }] } : nothing;
  return { attempt: "submit", order: orderMove(order, attempt, "authenticated"), effects: [{ do: "query" }] };
}

/** A decline, or a call that was provably not processed. */
function judgeRefused(
  order: OrderFacts,
  attempt: AttemptFacts,
  action: "decline" | "error",
  code: FailureCode,
  adviceCode: string | null,
): Verdict {
  if (attempt.status === "capture_pending")
    return {
      attempt: "captureRefused",
      order: orderMove(order, attempt, "captureRefused"),
      ...failedOpen(attempt, code),
      effects: [],
    };
  if (attempt.status === "captured" || attempt.status === "authorized")
    return { ...nothing, effects: [report("contradiction", "warning")] };
  // A payer who was asked to act may be refused for reasons that are ours to call technical.
  const move = can(attempt, action) ? action : "decline";
  if (!can(attempt, move)) return nothing;
  return { attempt: move, ...afterFailure(order, attempt, code, adviceCode) };
}

/** What becomes of an order whose newest attempt came to nothing. */
function afterFailure(
  order: OrderFacts,
  attempt: AttemptFacts,
  code: FailureCode,
  adviceCode: string | null,
): Pick<Verdict, "order" | "effects"> {
  if (!attempt.isCurrent || !may(order, "fail")) return { order: null, effects: [] };
  const hasRoom = order.attemptCount < order.maxAttempts && !order.isExpired;
  if (order.phase === "pending" && order.onward && hasRoom) return { order: null, effects: [{ do: order.onward }] };
  const effects: Effect[] = [{ do: "fail", code }];
  return { order: hasRoom && stepAfter(code, adviceCode) !== "block" ? "decline" : "fail", effects };
}

function judgeUnknown(attempt: AttemptFacts, source: Source): Verdict {
  // A question that got no answer says nothing of what was asked about.
  if (source === "query") return nothing;
  // A lost answer to a capture leaves the capture under way.
  if (attempt.status === "capture_pending")
    return { ...nothing, capture: attempt.capture && { action: "lose" }, effects: [{ do: "query" }] };
  if (!can(attempt, "lose") || attempt.status === "authentication_pending") return nothing;
  return { attempt: "lose", order: null, effects: [{ do: "query" }] };
}

function judgeNotFound(order: OrderFacts, attempt: AttemptFacts): Verdict {
  const isAsked = attempt.status === "unknown" || attempt.status === "submitting" || attempt.status === "initiated";
  if (!isAsked) return nothing;
  if (attempt.queryCount < querySeconds.length) {
    const known = attempt.status === "unknown" ? null : "lose";
    return { attempt: known, order: null, effects: [{ do: "query" }] };
  }
  const code = "timeout_not_found";
  const fail = orderMove(order, attempt, "fail");
  return { attempt: "error", order: fail, effects: fail ? [{ do: "fail", code }] : [] };
}

function judgeVoided(order: OrderFacts, attempt: AttemptFacts): Verdict {
  if (!can(attempt, "void")) return nothing;
  if (isPartlyTaken(attempt)) return restReleased(order, attempt);
  const release = orderMove(order, attempt, "release");
  return {
    attempt: "void",
    order: release ?? orderMove(order, attempt, "decline"),
    ...failedOpen(attempt, "authorization_expired"),
    effects: [],
  };
}

function judgeExpired(order: OrderFacts, attempt: AttemptFacts, code: FailureCode | null): Verdict {
  if (!can(attempt, "expire")) return nothing;
  if (attempt.status === "authorized" || attempt.status === "capture_pending") {
    if (isPartlyTaken(attempt)) return restReleased(order, attempt);
    return {
      attempt: "expire",
      order: orderMove(order, attempt, "release"),
      ...failedOpen(attempt, "authorization_expired"),
      effects: [{ do: "fail", code: "authorization_expired" }],
    };
  }
  const why = code ?? (order.phase === "awaiting.authentication" ? "authentication_abandoned" : "checkout_expired");
  return { attempt: "expire", ...afterFailure({ ...order, onward: null }, attempt, why, null) };
}
