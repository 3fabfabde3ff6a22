import {
  type AttemptState,
  inFlightStates,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import { exceeds, isZero, type Money } from "@countinghouse/money/money.ts";
import { type FailureCode, stepAfter } from "./failure-step.policy.ts";
import {
  failedOpen,
  isPartlyTaken,
  judgeCaptured,
  judgeOtherPayment,
  judgeTaken,
  restReleased,
} from "./order-money.policy.ts";
import {
  type AttemptFacts,
  can,
  type Effect,
  gone,
  isEnded,
  isGivenUp,
  may,
  nothing,
  type OrderFacts,
  orderMove,
  report,
  type Source,
  type Verdict,
  type Word,
} from "./order-word.policy.ts";
import { querySeconds } from "./query-schedule.policy.ts";

export type {
  AttemptFacts,
  CaptureStep,
  DueReason,
  Effect,
  OrderFacts,
  Source,
  Verdict,
  Word,
} from "./order-word.policy.ts";

/** A verdict with the alarm that is due when a whole day of asking has brought no end. */
export function alarmed(verdict: Verdict, { status, queryCount }: AttemptFacts, source: Source): Verdict {
  const isOpen = verdict.attempt === null && inFlightStates.includes(status);
  if (!isOpen || source !== "query" || queryCount < querySeconds.length) return verdict;
  return { ...verdict, effects: [...verdict.effects, report("unresolved", "error")] };
}

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
      return judgeAction(order, attempt, word.type, source);
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

function judgeAuthorized(order: OrderFacts, attempt: AttemptFacts, told: Money, source: Source): Verdict {
  const taken = isZero(told) ? { ...told, currency: attempt.captured.currency } : told;
  if (taken.currency !== attempt.captured.currency || exceeds(taken, attempt.captured))
    return judgeTaken(order, attempt, taken, false);
  // Less than was taken is what stood before the last part.
  if (exceeds(attempt.captured, taken)) return nothing;
  // Asked after a capture whose answer was lost: what still stands was not taken. Sent again under its own key it is one
  // capture, even where the first call is still on its way; given up and asked for anew it might be two.
  if (attempt.status === "capture_pending") {
    if (source !== "query") return nothing;
    return isEnded(order) ? notWanted(attempt, "duplicate_payment") : { ...nothing, effects: [{ do: "sendCapture" }] };
  }
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

/** A capture that took nothing, of an order that another payment paid: what is reserved goes back. */
const notWanted = (attempt: AttemptFacts, code: FailureCode): Verdict => ({
  attempt: "captureRefused",
  order: null,
  ...failedOpen(attempt, code),
  effects: [{ do: "release" }],
});

const deadStates: readonly AttemptState[] = ["declined", "error", "expired"];

/** A reservation stands of an attempt that asks for none any more. */
function judgeStanding(order: OrderFacts, attempt: AttemptFacts, source: Source): Verdict {
  if (deadStates.includes(attempt.status))
    return { ...nothing, effects: [report("contradiction", "warning"), { do: "release" }] };
  // A release that was refused is asked for again, until the reservation is gone or runs out.
  const isUnwanted =
    attempt.status === "captured" || (attempt.status === "authorized" && order.phase !== "awaiting.capture");
  return isUnwanted && source === "query" ? { ...nothing, effects: [{ do: "release" }] } : nothing;
}

function judgeAction(order: OrderFacts, attempt: AttemptFacts, type: string, source: Source): Verdict {
  // A page that was given up is open still.
  if (source === "query" && attempt.isGivenBack && deadStates.includes(attempt.status))
    return { ...nothing, effects: [{ do: "release" }] };
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
  if (attempt.status === "capture_pending" && isEnded(order)) return notWanted(attempt, code);
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

/**
 * A gateway never heard of it. The first question of the schedule is asked once a call has had all the time it may take
 * (`longestCall`), and whoever makes a call writes its answer down within that time. Where nobody did, its process died on
 * the way; a gateway that has not heard of it by then will not any more, and the payer may pay anew. One that was asked and
 * did not answer may be at work on it: that takes the whole day.
 */
function judgeNotFound(order: OrderFacts, attempt: AttemptFacts): Verdict {
  const isAsked = attempt.status === "unknown" || attempt.status === "submitting" || attempt.status === "initiated";
  if (!isAsked) return nothing;
  if (attempt.isUnheardOf && can(attempt, "error"))
    return { attempt: "error", ...afterFailure(order, attempt, "timeout_not_found", null) };
  if (attempt.queryCount < querySeconds.length) {
    const known = attempt.status === "unknown" ? null : "lose";
    return { attempt: known, order: null, effects: [{ do: "query" }] };
  }
  const code = "timeout_not_found";
  const fail = orderMove(order, attempt, "fail");
  return { attempt: "error", order: fail, effects: fail ? [{ do: "fail", code }] : [] };
}

function judgeVoided(order: OrderFacts, attempt: AttemptFacts): Verdict {
  if (!can(attempt, "void")) return gone(attempt);
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
  if (!can(attempt, "expire")) return gone(attempt);
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
