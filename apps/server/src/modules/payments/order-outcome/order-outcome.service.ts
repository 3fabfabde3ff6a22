import {
  endedPhases,
  orderLifecycle,
  phaseOf,
} from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { endedAttemptStates } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import { add, type Money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { DecidedPayment } from "../../gateways/routing/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { sealedAgreementOf } from "../agreement/index.ts";
import { type CaptureRow, openCapture, refusedCaptures } from "../capture/index.ts";
import {
  eventOfAction,
  lockOrder,
  moveOrder,
  type NewTimelineEntry,
  notFoundsBelieved,
  type OrderChange,
  type OrderRef,
  type OrderRow,
} from "../order-record/index.ts";
import {
  type AttemptChange,
  type AttemptRow,
  attemptRows,
  type LatestAttempt,
  updateAttempt,
} from "../payment-attempt/index.ts";
import { settleCapture } from "./capture-outcome.service.ts";
import { attemptChangeOf, decidedPayment, hasEffect, isAlreadyReported, isScheduled } from "./order-attempt.service.ts";
import { noteUnappliedPayment, unappliedOf } from "./order-due.service.ts";
import { duplicateIn, releaseTaskOf } from "./order-duplicate.service.ts";
import type {
  AttemptFacts,
  OrderFacts,
  OutcomeEffect,
  OutcomeSource,
  OutcomeVerdict,
  ReportedStatus,
} from "./order-outcome.policy.ts";
import { releaseOthers, releaseQueue } from "./order-release.service.ts";
import {
  factsOfReport,
  type GatewayOutcome,
  isOlder,
  isOtherPayment,
  isOverAnotherAmount,
  keepReport,
  reportedStatusOf,
  reportsMoreMoney,
} from "./order-report.service.ts";
import { capturesToRevive, madeKeys } from "./order-revival.service.ts";
import { orderChangeOf, timelineOf } from "./order-step.service.ts";
import { judgeOutcome, withAlarm } from "./order-verdict.policy.ts";

/** Identifies one attempt. */
export interface AttemptRef extends OrderRef {
  readonly attemptId: string;
  /** The capture whose call was answered; answers to other captures say nothing about the open one. */
  readonly captureId?: string;
}

/** The payer's visit, while the data for another attempt is in memory. */
export interface PayerVisit {
  /** The next try after this outcome, with the data to begin it. */
  plan(
    ctx: Context,
    order: OrderRow,
    attempts: readonly AttemptRow[],
    attempt: AttemptRow,
    gatewayStatus: ReportedStatus,
  ): Promise<NextAttempt>;
}

/** The attempt that follows at once. */
export type NextAttempt = {
  readonly step: "failover" | "stepUp";
  /** Adds the attempt in the same transaction, so that an order in progress always has one. */
  begin(ctx: Context, order: OrderRow): Promise<{ attempt: AttemptRow; timeline: NewTimelineEntry }>;
} | null;

/** The result of applying an outcome. */
export interface AppliedOutcome {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  /** The outcome's capture. */
  readonly capture?: CaptureRow | undefined;
  /** The payment, where this outcome decided it. */
  readonly decided: DecidedPayment | null;
  /** The attempt to send next, where one follows at once. */
  readonly next: AttemptRow | null;
  /** The outcome contained nothing new. */
  readonly isIgnored: boolean;
}

/** Queue that sends captures requested by an operator, and those that did not arrive. */
export const captureQueue = "order.capture";

const amountOf = (row: { readonly currency: string }, minor: string | null): Money =>
  fromWire(minor ?? "0", row.currency);

/**
 * Applies a gateway's outcome to an attempt, in the caller's transaction: the answer to a call or a query, or a
 * notification. All three come here with the order locked, so that they converge in whatever order and number they
 * arrive. Status changes follow from the verdict, and their effects (postings, events, jobs) are written with them or
 * not at all. Money that arrived twice, or in another amount than requested, is not booked as the merchant's: it goes
 * to the payers' account. Money that arrived after the order was given up is booked, and returned where the merchant's
 * terms say `auto_refund`. Each is recorded as an unapplied payment (`payments/payment-due`), once per payment of the
 * gateway.
 */
export async function applyOutcome(
  ctx: Context,
  ref: AttemptRef,
  outcome: GatewayOutcome,
  source: OutcomeSource,
  visit?: PayerVisit,
): Promise<AppliedOutcome> {
  const [order, attempts] = await together([lockOrder(ctx, ref), attemptRows(ctx, ref.merchantId, ref.orderId)]);
  const attempt = attempts.find(({ id }) => id === ref.attemptId);
  if (!attempt) throw new Error(`the order ${ref.orderId} has no attempt ${ref.attemptId}`);
  await keepReport(ctx, attempt, outcome);
  const open = attempt.status === "capture_pending" ? await openCapture(ctx, ref) : undefined;
  const isRefusal = outcome.kind === "declined" || outcome.kind === "error" || outcome.kind === "unknown";
  if (isRefusal && ref.captureId !== undefined && ref.captureId !== open?.id) return ignore(ctx, order, attempt, {});
  // A report about another payment does not concern this attempt; a capture's refusal is stored with the capture.
  const isTwin = isOtherPayment(outcome, attempt);
  const timeline = isTwin || (open !== undefined && isRefusal) ? {} : factsOfReport(outcome, attempt);
  const gatewayStatus = reportedStatusOf(outcome);
  const isLate = !isTwin && isOlder(outcome, attempt, source);
  if (isLate && !reportsMoreMoney(gatewayStatus, attempt)) return ignore(ctx, order, attempt, timeline);
  const facts = isLate ? { ...timeline, upstreamTime: attempt.upstreamTime } : timeline;
  const nextAttempt = visit ? await visit.plan(ctx, order, attempts, attempt, gatewayStatus) : null;
  const isCurrent = attempts.at(-1)?.id === attempt.id;
  const revivable = isTwin ? [] : await refusedBefore(ctx, order, attempt, { outcome, gatewayStatus, open });
  const [refused] = revivable;
  const heard: OutcomeReading = { outcome, gatewayStatus, source, isCurrent, nextAttempt, open, revivable };
  const verdict = await decide(ctx, order, attempt, heard);
  const applied = await carryOut(ctx, {
    order,
    attempts,
    attempt,
    verdict,
    outcome,
    source,
    nextAttempt,
    facts,
    open,
    refused,
  });
  // The report also concerns the open capture and others: it is applied again for them.
  const isToldOfMore = verdict.capture?.action === "revive" && (open !== undefined || revivable.length > 1);
  return isToldOfMore ? applyOutcome(ctx, ref, { ...outcome, exchanges: [] }, source, visit) : applied;
}

/** Refused captures, the next one to revive first, where the gateway reports unexplained money. */
async function refusedBefore(
  ctx: Context,
  { captureMethod }: OrderRow,
  attempt: AttemptRow,
  { outcome, gatewayStatus, open }: Pick<OutcomeReading, "outcome" | "gatewayStatus" | "open">,
): Promise<readonly CaptureRow[]> {
  const taken =
    gatewayStatus.kind === "captured" || gatewayStatus.kind === "authorized" ? gatewayStatus.captured : null;
  if (captureMethod !== "manual" || taken === null) return [];
  const more = taken.amountMinor - BigInt(attempt.capturedAmount);
  if (more <= 0n || more === BigInt(open?.amount ?? "0")) return [];
  return capturesToRevive(
    await refusedCaptures(ctx, { ...attempt, attemptId: attempt.id }),
    open,
    more,
    madeKeys(outcome),
  );
}

/** An older outcome changes no state; it only fills in missing values, such as an acquirer reference. */
async function ignore(
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  facts: AttemptChange,
): Promise<AppliedOutcome> {
  const change = Object.fromEntries(
    Object.entries(facts).filter(([name]) => attempt[name as keyof AttemptRow] === null && name !== "nextAction"),
  );
  if (Object.keys(change).length > 0) await updateAttempt(ctx, attempt, change);
  return { order, attempt: { ...attempt, ...change }, decided: null, next: null, isIgnored: true };
}

interface OutcomeReading {
  readonly outcome: GatewayOutcome;
  readonly gatewayStatus: ReportedStatus;
  readonly source: OutcomeSource;
  readonly isCurrent: boolean;
  readonly nextAttempt: NextAttempt;
  readonly open: CaptureRow | undefined;
  /** Refused captures whose money the gateway reports. */
  readonly revivable: readonly CaptureRow[];
}

async function decide(
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  heard: OutcomeReading,
): Promise<OutcomeVerdict> {
  const { outcome, gatewayStatus, source, isCurrent, nextAttempt, open, revivable } = heard;
  const [refused, ...besides] = revivable.map((one) => amountOf(one, one.amount));
  const made = madeKeys(outcome);
  const asked = amountOf(attempt, attempt.amount);
  const phase = phaseOf(order);
  const agreement = await sealedAgreementOf(ctx, attempt);
  const facts: OrderFacts = {
    phase,
    isPaidLate: order.lateSuccess,
    isManualCapture: order.captureMethod === "manual",
    captured: amountOf(order, order.capturedAmount),
    attemptCount: order.attemptCount,
    maxAttempts: order.maxAttempts,
    isExpired: Date.parse(order.expireTime) <= ctx.now.getTime(),
    // An altered agreement decides nothing: the money is the merchant's.
    lateSuccess: (agreement !== "altered" && agreement?.lateSuccess) || "accept",
    nextAttempt: nextAttempt?.step ?? null,
  };
  const tried: AttemptFacts = {
    status: attempt.status,
    amount: asked,
    captured: amountOf(attempt, attempt.capturedAmount),
    capture:
      (open && {
        amount: amountOf(open, open.amount),
        isFinal: open.isFinal,
        isMade: open.gatewayKey !== null && made?.has(open.gatewayKey) === true,
      }) ||
      null,
    refused: refused ?? null,
    refusedBesides: besides.length > 0 ? besides.reduce(add) : null,
    queryCount: (open ?? attempt).queryCount + (isScheduled(source, attempt, ctx.now) ? 1 : 0),
    isCurrent,
    isOtherPayment: isOtherPayment(outcome, attempt),
    isOtherAmount: isOverAnotherAmount(outcome, asked),
    isUnheardOf: isUnheardOf(attempt, gatewayStatus, isScheduled(source, attempt, ctx.now)),
    ...(mayContradict(attempt, outcome, gatewayStatus) ? { unapplied: await unappliedOf(ctx, attempt, outcome) } : {}),
    isAsked: source === "query",
    isGivenBack: endedAttemptStates.includes(attempt.status) && attempt.nextQueryTime !== null,
  };
  return withAlarm(judgeOutcome(facts, tried, gatewayStatus, source), tried, source);
}

/** Whether unapplied money may be known of what an outcome tells: not of a payment on its way, in its own currency. */
function mayContradict(attempt: AttemptRow, outcome: GatewayOutcome, told: ReportedStatus): boolean {
  if ((told.kind !== "captured" && told.kind !== "authorized") || told.captured === null) return false;
  const isOnItsWay = !endedAttemptStates.includes(attempt.status) && told.captured.currency === attempt.currency;
  return !isOnItsWay || isOtherPayment(outcome, attempt);
}

/** See `AttemptFacts.isUnheardOf`. An attempt has a call duration once its answer was recorded. */
function isUnheardOf(attempt: AttemptRow, { kind }: ReportedStatus, isCounted: boolean): boolean {
  const { latencyMs, upstreamIntentId, upstreamAttemptId, notFoundCount } = attempt;
  if (latencyMs !== null || upstreamIntentId !== null || upstreamAttemptId !== null) return false;
  return notFoundCount + (kind === "not_found" && isCounted ? 1 : 0) >= notFoundsBelieved;
}

interface OutcomeStep {
  readonly order: OrderRow;
  readonly attempts: readonly AttemptRow[];
  readonly attempt: AttemptRow;
  readonly verdict: OutcomeVerdict;
  readonly outcome: GatewayOutcome;
  readonly source: OutcomeSource;
  readonly nextAttempt: NextAttempt;
  readonly facts: AttemptChange;
  /** The open capture before the step. */
  readonly open: CaptureRow | undefined;
  readonly refused: CaptureRow | undefined;
}

async function carryOut(ctx: Context, step: OutcomeStep): Promise<AppliedOutcome> {
  const { order, attempt, verdict, nextAttempt } = step;
  const change = await attemptChangeOf(ctx, step);
  const tried = { ...attempt, ...change } as AttemptRow;
  const taking = await settleCapture(ctx, { ...step, attempt: tried });
  const { capture } = taking;
  const after = { ...step, now: ctx.now, attempt: tried, capture };
  const timeline: NewTimelineEntry[] = [...timelineOf({ ...after, before: attempt.status }), ...taking.timeline];
  let changes: OrderChange = { ...orderChangeOf(after), ...taking.change };
  const due = await noteUnappliedPayment(ctx, { ...step, attempt: tried });
  changes = { ...changes, ...due?.change };
  timeline.push(...(due?.timeline ?? []));
  for (const effect of verdict.effects) {
    // Reported before: a person is looking at it already.
    if (effect.do === "report" && (due ? !due.isNew : isAlreadyReported(attempt, effect.what))) continue;
    timeline.push(...(await perform(ctx, { ...step, attempt: tried }, effect)));
  }
  await updateAttempt(ctx, attempt, change);
  if (verdict.order && endedPhases.includes(orderLifecycle.actions[verdict.order].to))
    timeline.push(...(await releaseOthers(ctx, step.attempts, attempt.id)));
  let next: AttemptRow | null = null;
  if (nextAttempt && (hasEffect(verdict, "failover") || hasEffect(verdict, "stepUp"))) {
    const begun = await nextAttempt.begin(ctx, order);
    next = begun.attempt;
    timeline.push(begun.timeline);
    changes = { ...changes, ...latestAttemptColumns(order, begun.attempt) };
  }
  const moved = await moveOrder(ctx, order, { change: changes, timeline, event: eventOf(verdict) });
  const isIgnored = verdict.attempt === null && (due ? !due.isNew : verdict.effects.length === 0);
  return { order: moved, attempt: tried, capture, decided: decidedPayment(attempt, tried), next, isIgnored };
}

const eventOf = ({ order }: OutcomeVerdict) => (order ? eventOfAction[order] : undefined);

/** The order's columns that repeat its latest attempt. */
export const latestAttemptColumns = (order: OrderRow, attempt: LatestAttempt): OrderChange => ({
  attemptCount: order.attemptCount + 1,
  paymentMethod: attempt.paymentMethod,
  methodCategory: attempt.methodCategory,
  channelId: attempt.channelId,
  gatewayId: attempt.gatewayId,
  gatewayAccountId: attempt.gatewayAccountId,
  cardBrand: attempt.cardBrand,
  cardBin: attempt.cardBin,
  cardLast4: attempt.cardLast4,
  cardCountry: attempt.cardCountry,
  cardFingerprint: attempt.cardFingerprint,
});

async function perform(ctx: Context, step: OutcomeStep, effect: OutcomeEffect): Promise<readonly NewTimelineEntry[]> {
  switch (effect.do) {
    case "report":
      return report(ctx, step, effect);
    case "release":
      await ctx.enqueue({ queue: releaseQueue, data: refOf(step.attempt) });
      return [];
    case "releaseTwin": {
      const twin = duplicateIn(step);
      if (twin) await ctx.enqueue({ queue: releaseQueue, data: { ...refOf(step.attempt), twin } });
      return [];
    }
    case "sendCapture":
      if (step.open)
        await ctx.enqueue({ queue: captureQueue, data: { ...refOf(step.attempt), captureId: step.open.id } });
      return [];
    default:
      return [];
  }
}

const refOf = ({ merchantId, orderId, id: attemptId }: AttemptRow): AttemptRef => ({ merchantId, orderId, attemptId });

/** Reported incidents that also appear in the order's timeline. */
const reportTitles: Readonly<Record<string, string>> = {
  amount_mismatch: "eventAmountMismatch",
  duplicate_payment: "eventDuplicatePayment",
};

const saidAs = (amount: Money): string => `${toWire(amount)} ${amount.currency}`;

async function report(
  ctx: Context,
  step: OutcomeStep,
  { what, level, known }: Extract<OutcomeEffect, { do: "report" }>,
): Promise<readonly NewTimelineEntry[]> {
  const { order, attempt, outcome } = step;
  const taken = outcome.kind === "captured" ? outcome.capturedAmount : null;
  const reported = taken && toWire(taken);
  const both = known && taken ? { known: known.map(saidAs), reported: saidAs(taken) } : null;
  const amounts = both ? ` (${both.known.join(", ")} ≠ ${both.reported})` : "";
  await recordException(ctx, {
    source: "connector",
    eventType: `order.${what}`,
    objectType: "order",
    objectId: order.id,
    merchantId: order.merchantId,
    level,
    message: `${what}: ${order.orderNo} ${attempt.attemptNo}${amounts}${releaseTaskOf(step)}`,
    payload: { orderNo: order.orderNo, attemptNo: attempt.attemptNo, expected: attempt.amount, reported, ...both },
  });
  const title = reportTitles[what];
  if (!title) return [];
  const { attemptNo, amount: expected, currency } = attempt;
  // The gateway may have taken another currency than it was asked for.
  const detail = { attemptNo, expected, reported, currency, ...(taken ? { reportedCurrency: taken.currency } : {}) };
  return [{ kind: "attempt", title, detail, actor: { type: "gateway" }, visibility: "operator" }];
}
