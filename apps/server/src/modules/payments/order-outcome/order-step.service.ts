import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import {
  type OrderAction,
  orderLifecycle,
  phaseOf,
} from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import {
  type AttemptAction,
  attemptLifecycle,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import type { CaptureRow } from "../capture/index.ts";
import {
  authorizationMs,
  type NewTimelineEntry,
  type OrderChange,
  type OrderRow,
  type TimelineAuthor,
  voucherLifeMaxMs,
} from "../order-record/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import type { OutcomeEffect, OutcomeVerdict } from "./order-outcome.policy.ts";
import { type GatewayOutcome, occurredAtOf } from "./order-report.service.ts";

interface OutcomeStep {
  readonly order: OrderRow;
  /** The attempt after the step. */
  readonly attempt: AttemptRow;
  readonly verdict: OutcomeVerdict;
  readonly outcome: GatewayOutcome;
  readonly now: Date;
  /** The step's capture after it. */
  readonly capture: CaptureRow | undefined;
}

/** The parts of a step that decide the order's values; without an outcome where a person decided. */
type DecidingStep = Omit<OutcomeStep, "outcome" | "capture"> & Partial<Pick<OutcomeStep, "outcome">>;

/** Status and reason of the phase that an action leads to. */
export function statusAfter(action: OrderAction): Pick<OrderRow, "status" | "awaitingReason"> {
  const [status, reason = null] = orderLifecycle.actions[action].to.split(".");
  return { status, awaitingReason: reason } as Pick<OrderRow, "status" | "awaitingReason">;
}

/** Expiry of an order that waits for the payer: that of the page or voucher, within limits. */
function expiryOf({ order, outcome }: DecidingStep): OrderChange {
  const given = outcome?.kind === "action_required" ? outcome.action.expiresAt : null;
  if (given === null || Date.parse(given) <= Date.parse(order.expireTime)) return {};
  const latest = Date.parse(order.orderTime) + voucherLifeMaxMs;
  return { expireTime: new Date(Math.min(Date.parse(given), latest)).toISOString() };
}

const failureOf = ({ effects }: OutcomeVerdict): string | null => {
  const failed = effects.find((effect): effect is Extract<OutcomeEffect, { do: "fail" }> => effect.do === "fail");
  return failed?.code ?? null;
};

/** Why an order failed, as text for merchants' servers; screens translate the code themselves. */
const failureChange = (verdict: OutcomeVerdict): OrderChange => {
  const code = failureOf(verdict);
  return code === null ? {} : { failureCode: code, failureMessage: DeclineCode.memberOf(code)?.text.en ?? null };
};

function changeBy(action: OrderAction, step: DecidingStep): OrderChange {
  const { order, attempt, verdict, now } = step;
  const at = now.toISOString();
  switch (action) {
    case "succeed":
      return {
        paidTime: at,
        lateSuccess: verdict.isLate ?? false,
        failureCode: null,
        failureMessage: null,
        transactionNo: attempt.transactionNo,
        gatewayId: attempt.gatewayId,
        gatewayAccountId: attempt.gatewayAccountId,
        channelId: attempt.channelId,
        paymentMethod: attempt.paymentMethod,
        methodCategory: attempt.methodCategory,
      };
    case "authorize": {
      const deadline = new Date(now.getTime() + authorizationMs).toISOString();
      return {
        captureDeadline: deadline,
        expireTime: deadline,
        authorizedAmount: order.amount,
        transactionNo: attempt.transactionNo,
      };
    }
    case "awaitPayer":
      return expiryOf(step);
    case "release":
      return { canceledTime: at, ...failureChange(verdict) };
    case "decline":
    case "fail":
      return failureChange(verdict);
    default:
      return {};
  }
}

/** Card data of the deciding attempt, for the order's own columns. */
const cardOf = ({ attempt }: DecidingStep): OrderChange => ({
  cardBrand: attempt.cardBrand,
  cardBin: attempt.cardBin,
  cardLast4: attempt.cardLast4,
  cardCountry: attempt.cardCountry,
  threeDs: attempt.threeDs === null ? null : asJson(attempt.threeDs),
});

/** Serialises a JSON value read as an object; one that is text already is kept. */
const asJson = (value: unknown): never => (typeof value === "string" ? value : JSON.stringify(value)) as never;

/** Changes of a verdict to the order, besides its money. */
export function orderChangeOf(step: DecidingStep): OrderChange {
  const { order: action } = step.verdict;
  return action === null ? {} : { ...cardOf(step), ...changeBy(action, step), ...statusAfter(action) };
}

const titles: Readonly<Partial<Record<AttemptAction, string>>> = {
  submit: "eventAttemptPending",
  lose: "eventAttemptUnknown",
  authorize: "eventAttemptAuthorized",
  capture: "eventAttemptCaptured",
  capturePart: "eventAttemptCaptured",
  captureRefused: "eventCaptureRefused",
  decline: "eventAttemptDeclined",
  error: "eventAttemptError",
  void: "eventAttemptVoided",
  expire: "eventAttemptExpired",
};

const gateway: TimelineAuthor = { type: "gateway" };

const left = ({ amount, capturedAmount }: AttemptRow): string => String(BigInt(amount) - BigInt(capturedAmount));

type EntryContent = Pick<NewTimelineEntry, "title" | "detail" | "ref" | "amount">;

const isRevival = ({ capture }: OutcomeVerdict): boolean => capture?.action === "revive";

/** The timeline entry of a requested capture that was made. */
const madeEntry = ({ attempt, verdict }: OutcomeStep, capture: CaptureRow): EntryContent => ({
  title: isRevival(verdict) ? "eventCaptureRevived" : "eventCaptureSucceeded",
  detail: { attemptNo: attempt.attemptNo, captureNo: capture.captureNo, final: capture.isFinal },
  ref: { type: "capture", id: capture.id },
  amount: capture,
});

/** The timeline entry of captured money: a sale, or the requested capture. */
const takenEntry = (step: OutcomeStep): Partial<NewTimelineEntry> =>
  step.capture?.gatewayKey
    ? madeEntry(step, step.capture)
    : { amount: { amount: step.capture?.amount ?? step.attempt.capturedAmount, currency: step.attempt.currency } };

const refusedCaptureEntry = (capture: CaptureRow): EntryContent => ({
  title: "eventCaptureRefused",
  detail: { captureNo: capture.captureNo, code: capture.failureCode ?? "" },
  ref: { type: "capture", id: capture.id },
  amount: capture,
});

/** The released amount of an authorisation. */
const releasedEntry = (attempt: AttemptRow): Pick<NewTimelineEntry, "title" | "detail" | "amount"> => ({
  title: "eventRestReleased",
  detail: { attemptNo: attempt.attemptNo },
  amount: { amount: left(attempt), currency: attempt.currency },
});

/** Details of the timeline entry of an attempt's step. */
function particularsOf(step: OutcomeStep, action: AttemptAction): Partial<NewTimelineEntry> {
  const { attempt, capture, verdict } = step;
  const isTaken = action === "capture" || action === "capturePart";
  if (isTaken && (!capture || capture.status === "failed") && !isSurplus(verdict)) return releasedEntry(attempt);
  if (isTaken) return takenEntry(step);
  if (action === "captureRefused" && capture) return refusedCaptureEntry(capture);
  if (action === "authorize") return { amount: attempt };
  if (action === "void") return { amount: { amount: left(attempt), currency: attempt.currency } };
  return {};
}

const isSurplus = ({ effects }: OutcomeVerdict): boolean => effects.some((effect) => effect.do === "due");

/** Entries besides the step's own: a capture that ended with its authorisation, and a released rest. */
function sideEffectEntries(step: OutcomeStep): NewTimelineEntry[] {
  const { attempt, capture, verdict } = step;
  const { attempt: action } = verdict;
  const base = { kind: "capture", actor: gateway } as const;
  if (verdict.effects.some((effect) => effect.do === "tellReleased")) return [{ ...base, ...releasedEntry(attempt) }];
  if (action === null && verdict.capture?.action === "lose" && capture)
    return [{ ...base, ...refusedCaptureEntry(capture), title: "eventCaptureUnknown" }];
  if (action === null && isRevival(verdict) && capture) return [{ ...base, ...madeEntry(step, capture) }];
  if (action !== null && action !== "captureRefused" && capture?.status === "failed")
    return [{ ...base, ...refusedCaptureEntry(capture) }];
  const isClosedBy = action === "capture" && capture?.status === "succeeded" && !isSurplus(verdict);
  return isClosedBy && left(attempt) !== "0" ? [{ ...base, ...releasedEntry(attempt) }] : [];
}

function attemptEntries(step: OutcomeStep, from: string): NewTimelineEntry[] {
  const { attempt, verdict, outcome, now } = step;
  const { attempt: action } = verdict;
  if (action === null) return outcome.kind === "not_found" ? [notFound(attempt)] : sideEffectEntries(step);
  const isThreeDs = outcome.kind === "action_required" && outcome.action.type === "3ds";
  const challenged = isThreeDs ? "eventChallenged" : "eventActionIssued";
  const kind =
    isThreeDs && action === "challenge" ? "authentication" : action.startsWith("capture") ? "capture" : "attempt";
  const at = occurredAtOf(outcome);
  return [
    {
      kind,
      title: titles[action] ?? challenged,
      detail: {
        attemptNo: attempt.attemptNo,
        code: attempt.declineCode ?? "",
        action: outcome.kind === "action_required" ? outcome.action.type : "",
      },
      ...(at === null ? {} : { receivedTime: now.toISOString() }),
      step: { objectId: attempt.id, from, action, to: attemptLifecycle.actions[action].to },
      actor: gateway,
      ref: { type: "paymentAttempt", id: attempt.id },
      ...particularsOf(step, action),
    },
    ...sideEffectEntries(step),
  ];
}

const notFound = ({ attemptNo, id }: AttemptRow): NewTimelineEntry => ({
  kind: "attempt",
  title: "eventAttemptNotFound",
  detail: { attemptNo },
  actor: gateway,
  ref: { type: "paymentAttempt", id },
  visibility: "operator",
});

const orderTitles: Readonly<Partial<Record<OrderAction, string>>> = {
  fail: "eventOrderFailed",
  expire: "eventOrderExpired",
  cancel: "eventOrderCanceled",
  release: "eventOrderCanceled",
};

function titleOf(action: OrderAction, verdict: OutcomeVerdict): string {
  if (action === "succeed") return verdict.isLate ? "eventOrderPaidLate" : "eventOrderPaid";
  if (action === "release" && failureOf(verdict) === "authorization_expired") return "eventAuthorizationExpired";
  return orderTitles[action] ?? "eventStatusChanged";
}

/** The timeline entry of a step of the order itself. */
export const orderEntry = (
  order: OrderRow,
  action: OrderAction,
  verdict: OutcomeVerdict,
  reason = "reasonReleased",
): NewTimelineEntry => ({
  kind: "status",
  title: titleOf(action, verdict),
  detail: { from: phaseOf(order), to: orderLifecycle.actions[action].to, code: failureOf(verdict) ?? "", reason },
  step: { objectId: order.id, from: phaseOf(order), action, to: orderLifecycle.actions[action].to },
  actor: { type: "system" },
});

/** The timeline entries of a verdict: the attempt's step, then the order's. */
export function timelineOf(step: OutcomeStep & { readonly before: string }): NewTimelineEntry[] {
  const { order, verdict } = step;
  const ofAttempt = attemptEntries(step, step.before);
  return verdict.order === null ? ofAttempt : [...ofAttempt, orderEntry(order, verdict.order, verdict)];
}
