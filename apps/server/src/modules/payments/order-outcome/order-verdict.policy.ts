import {
  type AttemptState,
  inFlightStates,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import { exceeds, isZero, type Money } from "@countinghouse/money/money.ts";
import { type AttemptFailureCode, nextStepAfter } from "./failure-step.policy.ts";
import {
  failedOpen,
  isPartlyTaken,
  judgeCaptured,
  judgeGatewayCapture,
  judgeOtherPayment,
  remainderReleased,
} from "./order-money.policy.ts";
import {
  type AttemptFacts,
  attemptAllows,
  isEnded,
  isGivenUp,
  noChange,
  nothingHeld,
  type OrderFacts,
  type OutcomeEffect,
  type OutcomeSource,
  type OutcomeVerdict,
  orderActionIfAllowed,
  orderAllows,
  type ReportedStatus,
  reportEffect,
} from "./order-outcome.policy.ts";
import { querySeconds } from "./query-schedule.policy.ts";

export type {
  AttemptFacts,
  CaptureStep,
  DueReason,
  OrderFacts,
  OutcomeEffect,
  OutcomeSource,
  OutcomeVerdict,
  ReportedStatus,
} from "./order-outcome.policy.ts";

/** The verdict with an alarm added, once a day of queries has brought no final status. */
export function withAlarm(
  verdict: OutcomeVerdict,
  { status, queryCount }: AttemptFacts,
  source: OutcomeSource,
): OutcomeVerdict {
  const isOpen = verdict.attempt === null && inFlightStates.includes(status);
  if (!isOpen || source !== "query" || queryCount < querySeconds.length) return verdict;
  return { ...verdict, effects: [...verdict.effects, reportEffect("unresolved", "error")] };
}

/**
 * Judges what a gateway's report means for the order and the attempt. Pure and total: every report in every state has
 * one verdict, and a report that was applied before, or says less than is known, changes nothing. Therefore answers,
 * queries and notifications converge in whatever order and number they arrive.
 */
export function judgeOutcome(
  order: OrderFacts,
  attempt: AttemptFacts,
  gatewayStatus: ReportedStatus,
  source: OutcomeSource,
): OutcomeVerdict {
  if (attempt.isOtherPayment) return judgeOtherPayment(attempt, gatewayStatus);
  switch (gatewayStatus.kind) {
    case "captured":
      return judgeCaptured(order, attempt, gatewayStatus.captured);
    case "authorized":
      return judgeAuthorized(order, attempt, gatewayStatus.captured ?? attempt.captured, source);
    case "action_required":
      return judgeAction(order, attempt, gatewayStatus.type, source);
    case "pending":
      return judgePending(order, attempt);
    case "declined":
      return judgeRefused(order, attempt, "decline", gatewayStatus.code, gatewayStatus.adviceCode);
    case "error":
      // A query that could not be sent says nothing about the payment.
      return source === "query" ? noChange : judgeRefused(order, attempt, "error", gatewayStatus.code, null);
    case "unknown":
      return judgeUnknown(attempt, source);
    case "not_found":
      return judgeNotFound(order, attempt);
    case "voided":
      return judgeVoided(order, attempt);
    case "expired":
      return judgeExpired(order, attempt, gatewayStatus.code);
    case "reversed":
      // Captured money was returned without a dispute: a person decides, and nothing is booked by guesswork.
      return { ...noChange, effects: [reportEffect("payment_reversed", "error")] };
  }
}

function judgeAuthorized(order: OrderFacts, attempt: AttemptFacts, told: Money, source: OutcomeSource): OutcomeVerdict {
  const taken = isZero(told) ? { ...told, currency: attempt.captured.currency } : told;
  if (taken.currency !== attempt.captured.currency || exceeds(taken, attempt.captured))
    return judgeGatewayCapture(order, attempt, taken, false);
  // Less than is known is a state before the last capture.
  if (exceeds(attempt.captured, taken)) return noChange;
  // Query after a capture whose answer was lost: what is still authorised was not captured. Sent again under its own
  // key it stays one capture, even while the first call is still in flight; given up and requested anew it might
  // become two.
  if (attempt.status === "capture_pending") {
    if (source !== "query") return noChange;
    return isEnded(order) ? notWanted(attempt, "duplicate_payment") : { ...noChange, effects: [{ do: "sendCapture" }] };
  }
  if (!attemptAllows(attempt, "authorize")) return judgeStanding(order, attempt, source);
  // The gateway captures automatically: an authorisation on the way there is a payment in progress.
  if (!order.isManualCapture && !isGivenUp(order) && order.phase !== "paid") return judgePending(order, attempt);
  // An authorisation over another amount is not what the payer agreed to.
  if (attempt.isOtherAmount)
    return {
      attempt: "authorize",
      order: null,
      effects: [reportEffect("amount_mismatch", "critical"), { do: "release" }],
    };
  const move = orderActionIfAllowed(order, attempt, "authorize");
  if (move) return { attempt: "authorize", order: move, effects: [] };
  return {
    attempt: "authorize",
    order: null,
    effects: [reportEffect("late_authorization", "warning"), { do: "release" }],
  };
}

/** A failed capture of an order that another payment paid: the authorisation is released. */
const notWanted = (attempt: AttemptFacts, code: AttemptFailureCode): OutcomeVerdict => ({
  attempt: "captureRefused",
  order: null,
  ...failedOpen(attempt, code),
  effects: [{ do: "release" }],
});

const deadStates: readonly AttemptState[] = ["declined", "error", "expired"];

/** An authorisation stands whose attempt no longer needs it. */
function judgeStanding(order: OrderFacts, attempt: AttemptFacts, source: OutcomeSource): OutcomeVerdict {
  if (deadStates.includes(attempt.status))
    return { ...noChange, effects: [reportEffect("contradiction", "warning"), { do: "release" }] };
  // A refused release is retried until the authorisation is gone or expires.
  const isUnwanted =
    attempt.status === "captured" || (attempt.status === "authorized" && order.phase !== "awaiting.capture");
  return isUnwanted && source === "query" ? { ...noChange, effects: [{ do: "release" }] } : noChange;
}

function judgeAction(order: OrderFacts, attempt: AttemptFacts, type: string, source: OutcomeSource): OutcomeVerdict {
  // A page that was given up is still open.
  if (source === "query" && attempt.isGivenBack && deadStates.includes(attempt.status))
    return { ...noChange, effects: [{ do: "release" }] };
  if (!attemptAllows(attempt, "challenge")) return noChange;
  const action = type === "3ds" ? "challenge" : "awaitPayer";
  return { attempt: "challenge", order: orderActionIfAllowed(order, attempt, action), effects: [] };
}

function judgePending(order: OrderFacts, attempt: AttemptFacts): OutcomeVerdict {
  if (!attemptAllows(attempt, "submit"))
    return attempt.status === "submitting" ? { ...noChange, effects: [{ do: "query" }] } : noChange;
  return {
    attempt: "submit",
    order: orderActionIfAllowed(order, attempt, "authenticated"),
    effects: [{ do: "query" }],
  };
}

/** A decline, or a call that was provably not processed. */
function judgeRefused(
  order: OrderFacts,
  attempt: AttemptFacts,
  action: "decline" | "error",
  code: AttemptFailureCode,
  adviceCode: string | null,
): OutcomeVerdict {
  if (attempt.status === "capture_pending" && isEnded(order)) return notWanted(attempt, code);
  if (attempt.status === "capture_pending")
    return {
      attempt: "captureRefused",
      order: orderActionIfAllowed(order, attempt, "captureRefused"),
      ...failedOpen(attempt, code),
      // A gateway may have made what it says it refused: it is queried until the authorisation is gone or another
      // capture ends.
      effects: [{ do: "query" }],
    };
  if (attempt.status === "captured" || attempt.status === "authorized")
    return { ...noChange, effects: [reportEffect("contradiction", "warning")] };
  // After the payer was asked to act, a refusal may carry a code that would otherwise count as technical.
  const move = attemptAllows(attempt, action) ? action : "decline";
  if (!attemptAllows(attempt, move)) return noChange;
  return { attempt: move, ...afterFailure(order, attempt, code, adviceCode) };
}

/** What becomes of an order whose newest attempt failed. */
function afterFailure(
  order: OrderFacts,
  attempt: AttemptFacts,
  code: AttemptFailureCode,
  adviceCode: string | null,
): Pick<OutcomeVerdict, "order" | "effects"> {
  if (!attempt.isCurrent || !orderAllows(order, "fail")) return { order: null, effects: [] };
  const hasRoom = order.attemptCount < order.maxAttempts && !order.isExpired;
  if (order.phase === "pending" && order.nextAttempt && hasRoom)
    return { order: null, effects: [{ do: order.nextAttempt }] };
  const effects: OutcomeEffect[] = [{ do: "fail", code }];
  return { order: hasRoom && nextStepAfter(code, adviceCode) !== "block" ? "decline" : "fail", effects };
}

function judgeUnknown(attempt: AttemptFacts, source: OutcomeSource): OutcomeVerdict {
  // A query without an answer says nothing about the payment.
  if (source === "query") return noChange;
  // A capture whose answer was lost stays open.
  if (attempt.status === "capture_pending")
    return { ...noChange, capture: attempt.capture && { action: "lose" }, effects: [{ do: "query" }] };
  if (!attemptAllows(attempt, "lose") || attempt.status === "authentication_pending") return noChange;
  return { attempt: "lose", order: null, effects: [{ do: "query" }] };
}

/**
 * The gateway does not know the payment. The first scheduled query is made after the longest possible duration of a
 * call (`longestCall`), and a process records its answer within that time. Where none was recorded the process died; a
 * gateway that does not know the payment by then never will, and the payer may pay again. A gateway that was called
 * and did not answer may still be processing: then it takes the whole day.
 */
function judgeNotFound(order: OrderFacts, attempt: AttemptFacts): OutcomeVerdict {
  const isAsked = attempt.status === "unknown" || attempt.status === "submitting" || attempt.status === "initiated";
  if (!isAsked) return noChange;
  if (attempt.isUnheardOf && attemptAllows(attempt, "error"))
    return { attempt: "error", ...afterFailure(order, attempt, "timeout_not_found", null) };
  if (attempt.queryCount < querySeconds.length) {
    const known = attempt.status === "unknown" ? null : "lose";
    return { attempt: known, order: null, effects: [{ do: "query" }] };
  }
  const code = "timeout_not_found";
  const fail = orderActionIfAllowed(order, attempt, "fail");
  return { attempt: "error", order: fail, effects: fail ? [{ do: "fail", code }] : [] };
}

function judgeVoided(order: OrderFacts, attempt: AttemptFacts): OutcomeVerdict {
  if (!attemptAllows(attempt, "void")) return nothingHeld(attempt);
  if (isPartlyTaken(attempt)) return remainderReleased(order, attempt);
  const release = orderActionIfAllowed(order, attempt, "release");
  return {
    attempt: "void",
    order: release ?? orderActionIfAllowed(order, attempt, "decline"),
    ...failedOpen(attempt, "authorization_expired"),
    effects: [],
  };
}

function judgeExpired(order: OrderFacts, attempt: AttemptFacts, code: AttemptFailureCode | null): OutcomeVerdict {
  if (!attemptAllows(attempt, "expire")) return nothingHeld(attempt);
  if (attempt.status === "authorized" || attempt.status === "capture_pending") {
    if (isPartlyTaken(attempt)) return remainderReleased(order, attempt);
    return {
      attempt: "expire",
      order: orderActionIfAllowed(order, attempt, "release"),
      ...failedOpen(attempt, "authorization_expired"),
      effects: [{ do: "fail", code: "authorization_expired" }],
    };
  }
  const why = code ?? (order.phase === "awaiting.authentication" ? "authentication_abandoned" : "checkout_expired");
  return { attempt: "expire", ...afterFailure({ ...order, nextAttempt: null }, attempt, why, null) };
}
