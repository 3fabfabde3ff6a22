import {
  add,
  equals,
  exceeds,
  isPositive,
  isZero,
  type Money,
  negate,
  subtract,
  zero,
} from "@countinghouse/money/money.ts";
import type { AttemptFailureCode } from "./failure-step.policy.ts";
import {
  type AttemptFacts,
  attemptAllows,
  type DueReason,
  isGivenUp,
  noChange,
  nothingHeld,
  type OrderFacts,
  type OutcomeEffect,
  type OutcomeVerdict,
  orderActionIfAllowed,
  orderAllows,
  type ReportedStatus,
  reportEffect,
} from "./order-outcome.policy.ts";

/** The total captured once the open capture succeeds. */
const expectedCapture = ({ capture, captured, amount }: AttemptFacts): Money =>
  capture ? add(captured, capture.amount) : amount;

/** Whether the gateway captured part of it. */
export const isPartlyTaken = ({ captured }: AttemptFacts): boolean => !isZero(captured);

/** The open capture failed, and nothing more can be captured. */
export const failedOpen = ({ capture }: AttemptFacts, code: AttemptFailureCode): Pick<OutcomeVerdict, "capture"> =>
  capture ? { capture: { action: "fail", code } } : {};

const succeeded = { capture: { action: "succeed" } } as const;

/** The rest of an authorisation is released. Partial captures stay: they pay the order. */
export const remainderReleased = (order: OrderFacts, attempt: AttemptFacts): OutcomeVerdict => ({
  attempt: "capture",
  order: orderActionIfAllowed(order, attempt, "succeed"),
  ...failedOpen(attempt, "authorization_expired"),
  effects: [],
});

/** The amount captured beyond the known one; all of it where the gateway reports another currency. */
const beyond = (taken: Money, known: Money): Money =>
  taken.currency === known.currency ? subtract(taken, known) : taken;

/** Unapplied money: reported to a person and held in the payers' account. */
const notOurs = (reason: DueReason, level: "critical" | "error" | "warning", amount: Money): OutcomeEffect[] => [
  reportEffect(reason, level),
  { do: "due", reason, amount },
];

/** Releases what is authorised beyond the captured amount, where nothing more is to be captured. */
const restBack = ({ amount }: AttemptFacts, taken: Money, isClosed: boolean): OutcomeEffect[] =>
  !isClosed && (taken.currency !== amount.currency || exceeds(amount, taken)) ? [{ do: "release" }] : [];

/**
 * The gateway says something else of a payment than it said before: less, or another currency. Amounts of two
 * currencies are one payment, so nothing is added. People hear of both, and the gateway is asked; its answer to that
 * replaces unapplied money that nobody touched, and is asked for once more. Undefined where nothing is contradicted.
 */
function judgeContradiction(
  { unapplied = [], isAsked = false }: AttemptFacts,
  /** What is known to be captured of the attempt's own payment; null for another one. */
  captured: Money | null,
  taken: Money,
): OutcomeVerdict | undefined {
  const inCurrency = (code: string) => unapplied.find(({ amount }) => amount.currency === code);
  const same = inCurrency(taken.currency);
  const known = captured?.currency === taken.currency ? captured : (same?.amount ?? zero(taken.currency));
  const others = unapplied.filter(({ amount }) => amount.currency !== taken.currency);
  // Money that was booked is corrected by people alone.
  const booked = captured && captured.currency !== taken.currency ? captured : null;
  const isBooked = booked !== null && exceeds(booked, inCurrency(booked.currency)?.amount ?? zero(booked.currency));
  const missing = exceeds(known, taken) ? subtract(known, taken) : null;
  if (missing === null && others.length === 0 && !isBooked) return undefined;
  const before = [known, ...others.map(({ amount }) => amount), ...(isBooked ? [booked] : [])];
  const told = { ...reportEffect("contradiction", "critical"), known: before.filter((amount) => !isZero(amount)) };
  const isThere = missing === null || (same?.isUntouched === true && !exceeds(missing, same.amount));
  if (!isAsked || isBooked || !isThere || others.some(({ isUntouched }) => !isUntouched))
    return { ...noChange, effects: isAsked ? [told] : [told, { do: "query" }] };
  const gone = [...others.map(({ amount }) => amount), ...(missing ? [missing] : [])];
  const due = captured
    ? ({ do: "due", reason: "amount_mismatch", amount: beyond(taken, captured) } as const)
    : ({ do: "due", reason: "duplicate_payment", amount: taken } as const);
  return {
    ...noChange,
    effects: [
      told,
      ...gone.map((amount): OutcomeEffect => ({ do: "correct", amount: negate(amount) })),
      ...(exceeds(taken, known) ? [due] : []),
      { do: "query" },
    ],
  };
}

/** An order that waited for a decision about money that was never there goes on without it. */
function withoutDecision(order: OrderFacts, attempt: AttemptFacts, taken: Money, verdict: OutcomeVerdict) {
  const { unapplied = [], captured } = attempt;
  const held = unapplied.find(({ amount }) => amount.currency === captured.currency)?.amount ?? zero(captured.currency);
  const isLeft = taken.currency !== captured.currency || exceeds(taken, subtract(captured, held));
  if (isLeft || !verdict.effects.some((effect) => effect.do === "correct")) return verdict;
  const action = orderActionIfAllowed(order, attempt, isZero(order.captured) ? "fail" : "succeed");
  const failed: OutcomeEffect[] = action === "fail" ? [{ do: "fail", code: "amount_mismatch" }] : [];
  return { ...verdict, order: action, effects: [...verdict.effects, ...failed] };
}

/** For a payment that was not requested: captured money is returned and an authorisation released. */
export function judgeOtherPayment(attempt: AttemptFacts, gatewayStatus: ReportedStatus): OutcomeVerdict {
  if (gatewayStatus.kind !== "captured" && gatewayStatus.kind !== "authorized") return noChange;
  const { captured: taken } = gatewayStatus;
  const contradiction = taken && isPositive(taken) ? judgeContradiction(attempt, null, taken) : undefined;
  if (contradiction) return contradiction;
  const standing: OutcomeEffect[] = gatewayStatus.kind === "authorized" ? [{ do: "releaseTwin" }] : [];
  if (taken && !isZero(taken))
    return { ...noChange, effects: [...notOurs("duplicate_payment", "error", taken), ...standing] };
  return { ...noChange, effects: standing.length > 0 ? [reportEffect("duplicate_payment", "error"), ...standing] : [] };
}

/** Verdict on a payment whose captures are final. */
export function judgeCaptured(order: OrderFacts, attempt: AttemptFacts, taken: Money): OutcomeVerdict {
  if (attempt.status === "captured" && equals(taken, attempt.captured)) return nothingHeld(attempt);
  const isHolding = attempt.status === "authorized" || attempt.status === "capture_pending";
  if (isHolding && isPartlyTaken(attempt) && equals(taken, attempt.captured)) return remainderReleased(order, attempt);
  return judgeGatewayCapture(order, attempt, taken, true);
}

/**
 * The gateway captured another amount than requested. The money belongs to the payer until a person decides; the order
 * waits for that, and the gateway is expected only to release any remaining authorisation.
 */
function judgeOtherAmount(order: OrderFacts, attempt: AttemptFacts, taken: Money, isClosed: boolean): OutcomeVerdict {
  const contradiction = judgeContradiction(attempt, attempt.captured, taken);
  if (contradiction) return withoutDecision(order, attempt, taken, contradiction);
  const made = attempt.capture?.isMade && exceeds(taken, expectedCapture(attempt)) ? attempt.capture.amount : null;
  const amount = beyond(taken, made ? expectedCapture(attempt) : attempt.captured);
  const booked: OutcomeEffect[] = made ? [{ do: "book", amount: made }] : [];
  const rest = restBack(attempt, taken, isClosed);
  const effects = [...booked, ...notOurs("amount_mismatch", "critical", amount), ...rest];
  if (!attemptAllows(attempt, "capture")) return { ...noChange, effects };
  const waits =
    (["authenticated", "capture"] as const).find((action) => orderActionIfAllowed(order, attempt, action)) ?? null;
  const step: Pick<OutcomeVerdict, "capture"> = made ? succeeded : failedOpen(attempt, "amount_mismatch");
  return { attempt: "capture", order: waits, ...step, effects };
}

/** The gateway reports more money than is known. With `isClosed` it can capture no more. */
export function judgeGatewayCapture(
  order: OrderFacts,
  attempt: AttemptFacts,
  taken: Money,
  isClosed: boolean,
): OutcomeVerdict {
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
  const through: Pick<OutcomeVerdict, "capture"> = capture ? succeeded : {};
  const book: OutcomeEffect = { do: "book", amount };
  const isPart = !isClosed && capture !== null && !capture.isFinal && exceeds(attempt.amount, taken);
  if (isPart && orderAllows(order, "capturePart"))
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

/** Money for an order that was given up is returned where the merchant's terms say so. */
const dueIfLate = (order: OrderFacts, amount: Money): OutcomeEffect[] =>
  (isGivenUp(order) || order.isPaidLate) && order.lateSuccess === "auto_refund"
    ? notOurs("late_success", "warning", amount)
    : [];

/**
 * The gateway captured more than known: refused captures make up the difference. With more of them the same outcome is
 * judged again.
 */
function revivedBy(
  order: OrderFacts,
  attempt: AttemptFacts,
  taken: Money,
  isClosed: boolean,
): OutcomeVerdict | undefined {
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
  const effects: OutcomeEffect[] = [{ do: "book", amount: refused }, ...dueIfLate(order, refused)];
  const step: Pick<OutcomeVerdict, "capture" | "effects"> = { capture: { action: "revive" }, effects };
  const late = isGivenUp(order) ? { isLate: true } : {};
  // An order that was given up keeps no money: the first of several captures pays it, and the others are reported
  // after it.
  const overtaken: Pick<OutcomeVerdict, "order" | "isLate"> = { order: isGivenUp(order) ? "succeed" : null, ...late };
  if (capture || refusedBesides) return { attempt: null, ...overtaken, ...step };
  if (!isClosed && attemptAllows(attempt, "capturePart")) return { attempt: "capturePart", ...overtaken, ...step };
  const succeed = orderAllows(order, "succeed") ? "succeed" : null;
  const all = [...effects, ...restBack(attempt, taken, isClosed)];
  return {
    attempt: attemptAllows(attempt, "capture") ? "capture" : null,
    order: succeed,
    ...step,
    effects: all,
    ...late,
  };
}
