import {
  type AttemptState,
  attemptLifecycle,
  endedAttemptStates,
} from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { latencyOf } from "../../gateways/connector/index.ts";
import type { DecidedPayment } from "../../gateways/routing/index.ts";
import type { CaptureRow } from "../capture/index.ts";
import { authenticationMs } from "../order-record/index.ts";
import { type AttemptChange, type AttemptRow, attemptQueryQueue } from "../payment-attempt/index.ts";
import type { OutcomeEffect, OutcomeSource, OutcomeVerdict } from "./order-outcome.policy.ts";
import { type GatewayOutcome, isOtherPayment } from "./order-report.service.ts";
import { nextQueryAfter, querySeconds } from "./query-schedule.policy.ts";

/** Inputs to applying a verdict. */
export interface AttemptStep {
  /** The attempt before the step. */
  readonly attempt: AttemptRow;
  readonly verdict: OutcomeVerdict;
  readonly outcome: GatewayOutcome;
  readonly source: OutcomeSource;
  readonly facts: AttemptChange;
  /** The open capture. */
  readonly open: CaptureRow | undefined;
}

/** Tolerated clock difference between jobs and nodes, in milliseconds. */
const clockSlackMs = 2_000;

/** Whether the query is due: another process may have queried meanwhile and planned the next one. */
export const isDue = ({ nextQueryTime }: AttemptRow, now: Date): boolean =>
  nextQueryTime !== null && Date.parse(nextQueryTime) <= now.getTime() + clockSlackMs;

/** Whether a query was a scheduled one: others do not advance the schedule. */
export const isScheduled = (source: OutcomeSource, attempt: AttemptRow, now: Date): boolean =>
  source === "query" && isDue(attempt, now);

const undecided: readonly AttemptState[] = ["initiated", "submitting", "authentication_pending", "unknown", "error"];
const decided: readonly AttemptState[] = ["authorized", "captured", "declined"];

/** States given up before an authorisation, in which the gateway may still accept the payment. */
const givenUp: readonly AttemptState[] = ["declined", "expired", "voided"];

/**
 * The payment that a step of its attempt decided; null for every other step, so that it counts once. A capture after
 * the attempt was given up counts too, unless its authorisation counted before.
 */
export const decidedPayment = (before: AttemptRow, { status }: AttemptRow): DecidedPayment | null => {
  const isFirst = undecided.includes(before.status) && decided.includes(status);
  const isRevived = givenUp.includes(before.status) && status === "captured" && BigInt(before.authorizedAmount) === 0n;
  if (!isFirst && !isRevived) return null;
  return {
    merchantId: before.merchantId,
    amount: fromWire(before.amount, before.currency),
    method: before.paymentMethod,
    binCountry: before.cardCountry,
    isApproved: status !== "declined",
    wasDeclined: before.status === "declined",
    startedAt: new Date(before.startedTime),
  };
};

/** Whether a verdict has an effect. */
export const hasEffect = (verdict: OutcomeVerdict, what: OutcomeEffect["do"]): boolean =>
  verdict.effects.some((effect) => effect.do === what);

/** Interval of queries beyond the schedule, in seconds. */
const dailySeconds = 86_400;

const soon = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

/** The attempt's new values: status, reported facts, and next query time. */
export async function attemptChangeOf(ctx: Context, step: AttemptStep): Promise<AttemptChange> {
  const { attempt, verdict, outcome, source, facts, open } = step;
  const to = verdict.attempt ? attemptLifecycle.actions[verdict.attempt].to : attempt.status;
  const isEnded = endedAttemptStates.includes(to);
  // A capture is queried by a schedule of its own, however long its payment was queried before.
  const isCounted = isScheduled(source, attempt, ctx.now);
  const queryCount = (open ?? attempt).queryCount + (isCounted ? 1 : 0);
  const isPayAnswer = source === "answer" && (attempt.status === "submitting" || attempt.status === "initiated");
  const change: AttemptChange = {
    ...facts,
    status: to,
    ...(verdict.attempt === "error" && outcome.kind === "not_found" ? { declineCode: "gateway_timeout_unknown" } : {}),
    ...(open ? {} : { queryCount }),
    notFoundCount: attempt.notFoundCount + (outcome.kind === "not_found" && isCounted ? 1 : 0),
    ...moneyOf(step, to),
    ...reportedOf(attempt, verdict),
    ...(isPayAnswer ? { latencyMs: Math.round(latencyOf(outcome)) } : {}),
    ...(isEnded && attempt.finishedTime === null ? { finishedTime: ctx.now.toISOString() } : {}),
    nextQueryTime: await nextQuery(ctx, step, { to, isEnded, queryCount }),
  };
  // A capture in the same step is priced by the attempt's new values.
  return { ...change, ...(await ctx.seals.changed(ctx.db, "paymentAttempts", attempt, change)) };
}

/** Whether this incident was reported about the attempt before. */
export const isAlreadyReported = ({ reported }: AttemptRow, what: string): boolean => (reported ?? []).includes(what);

/** Stores reported incidents with the attempt, so that each is reported once. */
function reportedOf(attempt: AttemptRow, { effects }: OutcomeVerdict): AttemptChange {
  const found = effects.find((effect) => effect.do === "report");
  if (found?.do !== "report" || isAlreadyReported(attempt, found.what)) return {};
  const before = attempt.reported ?? [];
  return { reported: JSON.stringify([...before, found.what]) };
}

function moneyOf({ attempt, verdict, outcome }: AttemptStep, to: AttemptRow["status"]): AttemptChange {
  // Money beyond the known amount counts as known now; another payment or currency does not belong to the attempt.
  const isTaken = verdict.attempt === "capture" || verdict.attempt === "capturePart" || hasEffect(verdict, "due");
  const isTold = (outcome.kind === "captured" || outcome.kind === "authorized") && !isOtherPayment(outcome, attempt);
  // The sum reported for a revived capture may cover the next one as well.
  const isRevived = verdict.capture?.action === "revive";
  const taken = isTaken && isTold && !isRevived ? outcome.capturedAmount : null;
  const timeline = taken?.currency === attempt.currency ? taken : null;
  const gone = isTold ? correctedIn(attempt.currency, verdict) : 0n;
  const isDuplicate =
    isTaken && verdict.effects.some((effect) => effect.do === "due" && effect.reason === "duplicate_payment");
  return {
    capturedAmount: isRevived
      ? withBooked(attempt, verdict)
      : timeline === null
        ? String(BigInt(attempt.capturedAmount) + gone)
        : toWire(timeline),
    ...(to === "authorized" || to === "captured" ? { authorizedAmount: attempt.amount } : {}),
    ...(isDuplicate ? { isDuplicate: true } : {}),
  };
}

/** What a verdict takes back in a currency, as a negative number of minor units. */
const correctedIn = (currency: string, { effects }: OutcomeVerdict): bigint =>
  effects.reduce(
    (sum, effect) =>
      effect.do === "correct" && effect.amount.currency === currency ? sum + effect.amount.amountMinor : sum,
    0n,
  );

/** The attempt's captured amount including what a verdict books. */
const withBooked = ({ capturedAmount }: AttemptRow, { effects }: OutcomeVerdict): string =>
  String(
    effects.reduce(
      (sum, effect) => (effect.do === "book" ? sum + effect.amount.amountMinor : sum),
      BigInt(capturedAmount),
    ),
  );

/**
 * Whether an outcome means that no authorisation is left; the answer to a refused call does not. A payment given up
 * before the gateway knew it may still arrive there: `not_found` counts only after a day of queries.
 */
function isGone({ kind }: GatewayOutcome, source: OutcomeSource, { to, isEnded, queryCount }: LaterQuery): boolean {
  if (["captured", "voided", "expired", "reversed"].includes(kind)) return true;
  if (!isEnded || source !== "query") return false;
  if (kind === "not_found") return to !== "error" || queryCount >= querySeconds.length;
  return kind === "declined";
}

/** An attempt after an outcome was applied. */
interface LaterQuery {
  readonly to: AttemptRow["status"];
  readonly isEnded: boolean;
  readonly queryCount: number;
}

/** Time of the next query; null where nothing more is expected of the gateway. */
async function nextQuery(
  ctx: Context,
  { attempt, verdict, outcome, source }: AttemptStep,
  later: LaterQuery,
): Promise<string | null> {
  const { to, isEnded, queryCount } = later;
  // Nothing is expected of ended and of authorised attempts. A release is queried until it is done, and so is an
  // authorisation after its capture was refused.
  const isOver = isEnded || to === "authorized";
  // That a twin payment is gone says nothing about the attempt's own. A query's answer covers the whole intent.
  const isOfTwin = source !== "query" && isOtherPayment(outcome, attempt);
  const isStanding = isOfTwin || !isGone(outcome, source, later);
  const isGivenUp = attempt.status !== to && to === "error" && outcome.kind === "not_found";
  const isGivenBack = (attempt.status === to || isGivenUp) && attempt.nextQueryTime !== null && isStanding;
  if (isOver && !isGivenBack && !hasEffect(verdict, "release") && !hasEffect(verdict, "query")) return null;
  if (to === "authentication_pending") {
    if (verdict.attempt !== "challenge") return attempt.nextQueryTime;
    const given = outcome.kind === "action_required" ? outcome.action.expiresAt : null;
    const isThreeDs = outcome.kind === "action_required" && outcome.action.type === "3ds";
    const latest = soon(ctx.now, authenticationMs / 1000);
    return isThreeDs || given === null ? latest : given;
  }
  const isPlanned = attempt.nextQueryTime !== null && Date.parse(attempt.nextQueryTime) > ctx.now.getTime();
  if (source !== "answer" && isPlanned) return attempt.nextQueryTime;
  const isNew = hasEffect(verdict, "query") || (hasEffect(verdict, "release") && attempt.nextQueryTime === null);
  if (!isNew && source !== "query") return attempt.nextQueryTime;
  return planQuery(ctx, attempt, queryCount);
}

/** Plans the next query, by the schedule and then once a day; answers when. */
export async function planQuery(ctx: Context, attempt: AttemptRow, queryCount: number): Promise<string> {
  const seconds = nextQueryAfter(queryCount) ?? dailySeconds;
  const { merchantId, orderId, id: attemptId } = attempt;
  await ctx.enqueue({
    queue: attemptQueryQueue,
    data: { merchantId, orderId, attemptId, asked: false },
    startAfterSeconds: seconds,
  });
  return soon(ctx.now, seconds);
}
