import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { phaseOf } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { afterFailure } from "../../modules/gateways/routing/index.ts";
import type { CaptureRow } from "../../modules/payments/capture/index.ts";
import {
  cardRetryBlockOf,
  codeUsedUp,
  type PaymentDetails,
  type PaymentInstrument,
} from "../../modules/payments/order-acceptance/index.ts";
import {
  attemptChangeOf,
  decidedPayment,
  factsOfReport,
  type GatewayOutcome,
  judgeOutcome,
  latestAttemptColumns,
  nextStepAfter,
  orderChangeOf,
  reportedStatusOf,
  timelineOf,
} from "../../modules/payments/order-outcome/index.ts";
import { confirmStep, instrumentOf, newAttempt } from "../../modules/payments/order-processing/index.ts";
import { eventOfAction, type NewTimelineEntry, type OrderChange } from "../../modules/payments/order-record/index.ts";
import type { AttemptRow } from "../../modules/payments/payment-attempt/index.ts";
import type { Context } from "../../platform/http/context.ts";
import { outcomeOf } from "../demo-orders.ts";
import type { PaymentPlan } from "../demo-plan.ts";
import { bookSale, type TakenMoney } from "./history-capture.ts";
import type { MerchantHistory } from "./history-merchant.ts";
import { type HistoryOrder, move } from "./history-order.ts";

/** What an attempt says before its gateway has said anything. */
const unsent = {
  authorizedAmount: "0",
  capturedAmount: "0",
  isReleaseAsked: false,
  releaseTries: 0,
  reported: null,
  nextAction: null,
  upstreamIntentId: null,
  upstreamAttemptId: null,
  transactionNo: null,
  arn: null,
  threeDs: null,
  declineCode: null,
  isDuplicate: false,
  upstreamTime: null,
  queryCount: 0,
  notFoundCount: 0,
  finishedTime: null,
  latencyMs: null,
} as const;

/** What answers at once is no gateway: most take a quarter of a second, a few a whole one. */
function latencyOf(attemptNo: string): number {
  const drawn = [...attemptNo].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000, 7);
  return 160 + Math.round(drawn ** 3 / 1_100_000);
}

/** How the payer pays; of a wallet it is looked up once. */
async function instrumentFor(
  history: MerchantHistory,
  order: HistoryOrder,
  means: PaymentDetails,
): Promise<PaymentInstrument> {
  const known = means.card === null ? history.instruments.get(means.method) : undefined;
  const instrument = known ?? (await instrumentOf(history, history.ctx(), order.row, means));
  if (means.card === null) history.instruments.set(means.method, instrument);
  return instrument;
}

/** Whether the schemes let a card be tried once more at the merchant. */
function mayBeTried(history: MerchantHistory, { row, attempts }: HistoryOrder, { card }: PaymentInstrument): boolean {
  const { cardFingerprint: fingerprint, cardBrand: brand = null } = card;
  if (!fingerprint) return true;
  const declines = history.declines.get(fingerprint) ?? [];
  return !cardRetryBlockOf(declines, { ...row, brand }, history.now) && codeUsedUp(attempts, fingerprint) === undefined;
}

interface AttemptToMake {
  readonly instrument: PaymentInstrument;
  readonly trigger: AttemptRow["trigger"];
  readonly tried: readonly string[];
}

/** The attempt that a payment begins with, or goes on with at another account; nothing where no account takes it. */
async function begin(
  history: MerchantHistory,
  ctx: Context,
  order: HistoryOrder,
  { instrument, trigger, tried }: AttemptToMake,
) {
  const { decision, agreement } = await history.prices.route(ctx, order.row, instrument, tried);
  if (!decision.chosen) return undefined;
  const seq = order.attempts.length + 1;
  const begun = newAttempt(ctx, {
    order: order.row,
    instrument,
    seq,
    trigger,
    isForced: false,
    issuerCountry: null,
    decision,
    agreement,
    ...decision.chosen,
  });
  const { nextQueryTime: _asked, ...values } = begun.values;
  const attempt = { ...unsent, ...values, nextQueryTime: null } as unknown as AttemptRow;
  attempt.seal = history.seals.made("paymentAttempts", attempt);
  return { attempt, values: begun.values, timeline: begun.timeline };
}

function keep(history: MerchantHistory, order: HistoryOrder, attempt: AttemptRow): void {
  order.attempts.push(attempt);
  history.rows.add("paymentAttempts", attempt);
  history.sealLast("paymentAttempts", attempt);
}

/** Tries to take the money as `confirmOrder` does. Answers whether the payer may try again. */
export async function pay(
  history: MerchantHistory,
  order: HistoryOrder,
  { means, ending, country }: PaymentPlan,
): Promise<boolean> {
  const ctx = history.ctx();
  const instrument = await instrumentFor(history, order, means);
  if (!mayBeTried(history, order, instrument)) return true;
  const first = await begin(history, ctx, order, { instrument, trigger: "payer", tried: [] });
  if (!first) return true;
  keep(history, order, first.attempt);
  move(history, ctx, order, confirmStep(order.row, first.values, [first.timeline]));
  const own = [first.attempt];
  for (let attempt: AttemptRow | undefined = first.attempt; attempt; ) {
    const outcome = outcomeOf(
      ending,
      { attemptNo: attempt.attemptNo, amount: fromWire(attempt.amount, attempt.currency) },
      country,
    );
    const next = await failover(history, ctx, order, { instrument, outcome, own });
    await take(history, ctx, order, { attempt, outcome, next, open: undefined });
    if (next) own.push(next.attempt);
    attempt = next?.attempt;
  }
  return order.row.status === "awaiting" && order.row.awaitingReason === "retry";
}

type Begun = NonNullable<Awaited<ReturnType<typeof begin>>>;

/** Another account that is asked in the same visit, where the rules of routing allow one. */
async function failover(
  history: MerchantHistory,
  ctx: Context,
  order: HistoryOrder,
  {
    instrument,
    outcome,
    own,
  }: { readonly instrument: PaymentInstrument; readonly outcome: GatewayOutcome; readonly own: readonly AttemptRow[] },
): Promise<Begun | undefined> {
  if (outcome.kind !== "declined") return undefined;
  const failed = {
    result: outcome.kind,
    action: nextStepAfter(outcome.decline.code, null),
    isCard: instrument.category === "card",
    isThreeDsBound: false,
  };
  const failovers = own.filter(({ trigger }) => trigger === "failover").length;
  const { step } = afterFailure(failed, { elapsedMs: 0, failovers, stepUps: 0, hasNextAccount: true });
  if (step !== "failover" || order.attempts.length >= order.row.maxAttempts) return undefined;
  return begin(history, ctx, order, { instrument, trigger: "failover", tried: own.map((one) => one.gatewayAccountId) });
}

interface OutcomeToTake {
  readonly attempt: AttemptRow;
  readonly outcome: GatewayOutcome;
  readonly next: Begun | undefined;
  /** The capture under way. */
  readonly open: CaptureRow | undefined;
}

const nothingTaken: TakenMoney = { capture: undefined, change: {}, timeline: [] };

/** Takes in what a gateway answered, as `applyOutcome` does: the verdict is that of the same rules. */
export async function take(
  history: MerchantHistory,
  ctx: Context,
  order: HistoryOrder,
  told: OutcomeToTake,
): Promise<void> {
  const { attempt, outcome, next, open } = told;
  const verdict = verdictOf(history, order, told);
  const facts = open ? {} : factsOfReport(outcome, attempt);
  const change = await attemptChangeOf(ctx, { attempt, verdict, outcome, source: "answer", facts, open });
  const before = { ...attempt };
  Object.assign(attempt, change, open ? {} : { latencyMs: latencyOf(attempt.attemptNo) });
  const booked = verdict.effects.find((effect) => effect.do === "book");
  const taking =
    booked?.do === "book"
      ? await bookSale(history, ctx, order, { attempt, amount: booked.amount, open })
      : nothingTaken;
  const after = { order: order.row, verdict, outcome, now: ctx.now, attempt, capture: taking.capture };
  const timeline: NewTimelineEntry[] = [...timelineOf({ ...after, before: before.status }), ...taking.timeline];
  let changes: OrderChange = { ...orderChangeOf(after), ...taking.change };
  if (next && verdict.effects.some((effect) => effect.do === "failover")) {
    timeline.push(next.timeline);
    changes = { ...changes, ...latestAttemptColumns(order.row, next.attempt) };
    keep(history, order, next.attempt);
  }
  move(history, ctx, order, {
    change: changes,
    timeline,
    event: verdict.order ? eventOfAction[verdict.order] : undefined,
  });
  noteDecision(history, before, attempt);
}

function verdictOf(
  history: MerchantHistory,
  { row, attempts }: HistoryOrder,
  { attempt, outcome, next, open }: OutcomeToTake,
) {
  const { currency } = row;
  const asked = fromWire(attempt.amount, currency);
  const facts = {
    phase: phaseOf(row),
    isPaidLate: false,
    isManualCapture: row.captureMethod === "manual",
    captured: fromWire(row.capturedAmount, currency),
    attemptCount: row.attemptCount,
    maxAttempts: row.maxAttempts,
    isExpired: Date.parse(row.expireTime) <= history.now.getTime(),
    lateSuccess: history.prices.agreementOf(attempt).lateSuccess,
    nextAttempt: next ? ("failover" as const) : null,
  };
  const tried = {
    status: attempt.status,
    amount: asked,
    captured: fromWire(attempt.capturedAmount, currency),
    capture: open ? { amount: fromWire(open.amount, currency), isFinal: open.isFinal, isMade: false } : null,
    refused: null,
    refusedBesides: null,
    queryCount: 0,
    isCurrent: attempts.at(-1) === attempt,
    isOtherPayment: false,
    isOtherAmount: false,
  };
  return judgeOutcome(facts, tried, reportedStatusOf(outcome), "answer");
}

/** Counts what a payment was decided for, towards its account and its card. */
function noteDecision(history: MerchantHistory, before: AttemptRow, attempt: AttemptRow): void {
  const decided = decidedPayment(before, attempt);
  if (decided) history.tally.addPayment(attempt.gatewayAccountId, decided);
  const { cardFingerprint: fingerprint, status, declineCode, amount, currency } = attempt;
  if (status !== "declined" || fingerprint === null) return;
  const decline = {
    code: declineCode as DeclineCodeName,
    adviceCode: null,
    amount,
    currency,
    at: history.now.toISOString(),
  };
  history.declines.set(fingerprint, [...(history.declines.get(fingerprint) ?? []), decline]);
}
