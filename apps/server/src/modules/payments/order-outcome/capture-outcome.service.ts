import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { captureLifecycle } from "@countinghouse/contract/payments/capture/capture.lifecycle.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type CaptureChange, type CaptureRow, insertCapture, nextPlace, updateCapture } from "../capture/index.ts";
import { bookCapture, storedFigures } from "../capture-booking/index.ts";
import { type NewTimelineEntry, type OrderChange, type OrderRow, publishCaptureEvent } from "../order-record/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import type { CaptureStep, OutcomeEffect, OutcomeSource, OutcomeVerdict } from "./order-outcome.policy.ts";
import { factsOfReport, type GatewayOutcome } from "./order-report.service.ts";

interface CaptureOutcomeStep {
  readonly order: OrderRow;
  /** The attempt after the step. */
  readonly attempt: AttemptRow;
  /** The open capture before the step. */
  readonly open: CaptureRow | undefined;
  /** The last refused capture, where the gateway reports its money. */
  readonly refused: CaptureRow | undefined;
  readonly verdict: OutcomeVerdict;
  readonly outcome: GatewayOutcome;
  readonly source: OutcomeSource;
}

/** Result of applying a verdict to a capture. */
export interface CaptureResult {
  /** The step's capture as it is now. */
  readonly capture: CaptureRow | undefined;
  /** Changes to the order. */
  readonly change: OrderChange;
  readonly timeline: readonly NewTimelineEntry[];
}

/**
 * Applies a verdict to the open capture: captured and booked, refused, or unknown for now. Money captured without a
 * request, as in a sale, becomes a capture of its own.
 */
export async function settleCapture(ctx: Context, step: CaptureOutcomeStep): Promise<CaptureResult> {
  const { order, verdict, source } = step;
  const open = verdict.capture?.action === "revive" ? step.refused : step.open;
  const booked = verdict.effects.find(
    (effect): effect is Extract<OutcomeEffect, { do: "book" }> => effect.do === "book",
  );
  const before = open ?? (booked && (await takenUnasked(ctx, step, unaskedOf(step.outcome, booked.amount))));
  if (!before) return { capture: undefined, change: {}, timeline: [] };
  const asked = source === "query" ? { queryCount: before.queryCount + 1 } : {};
  const ended = verdict.capture ? endOf(ctx, step, before, verdict.capture) : {};
  const { figures, change, timeline } = booked
    ? await book(ctx, step, before, booked.amount)
    : { figures: {}, change: {}, timeline: [] };
  const values: CaptureChange = { ...(open ? asked : {}), ...ended, ...figures };
  const capture = { ...before, ...values } as CaptureRow;
  if (!open) await insertCapture(ctx, capture as never);
  else if (Object.keys(values).length > 0) await updateCapture(ctx, open, values);
  // A sale has no webhook of its own: the order's webhook reports it.
  if (order.captureMethod === "manual" && capture.finishedTime !== null && capture.status !== open?.status)
    await publishCaptureEvent(ctx, order, capture, open);
  return { capture, change, timeline };
}

/** Changes to the open capture by an outcome. */
function endOf(ctx: Context, { outcome }: CaptureOutcomeStep, open: CaptureRow, step: CaptureStep): CaptureChange {
  if (!allows(captureLifecycle, open.status, step.action)) return {};
  const status = captureLifecycle.actions[step.action].to;
  if (step.action === "lose") return { status };
  const finishedTime = ctx.now.toISOString();
  const why = { failureCode: null, upstreamCode: null, upstreamMessage: null };
  if (step.action !== "fail") return { status, finishedTime, upstreamId: upstreamIdOf(outcome, open), ...why };
  const { upstreamCode = null, upstreamMessage = null } = factsOfReport(outcome, {} as AttemptRow);
  return { status, finishedTime, failureCode: step.code, upstreamCode, upstreamMessage };
}

/**
 * The gateway's own number of a capture: by the key it was requested with, or for one that the gateway made by itself
 * the newest of that amount. Null where the gateway gives none; the payment's number is not a capture's.
 */
function upstreamIdOf(
  outcome: GatewayOutcome,
  { gatewayKey, amount }: Pick<CaptureRow, "gatewayKey" | "amount">,
): string | null {
  const captures = ("captures" in outcome && outcome.captures) || [];
  const own = captures.findLast((one) =>
    gatewayKey === null ? toWire(one.amount) === amount : one.key === gatewayKey,
  );
  return own?.id ?? null;
}

/** The gateway's captures without a request. */
const unaskedOf = (outcome: GatewayOutcome, amount: Money) => ({
  amount,
  upstreamId: upstreamIdOf(outcome, { gatewayKey: null, amount: toWire(amount) }),
});

const unpriced = {
  isPriced: false,
  settleCurrency: null,
  settleAmount: null,
  feeAmount: null,
  feeTaxAmount: null,
  netAmount: null,
  gatewayCostAmount: null,
  gatewayCostCurrency: null,
  fxRate: null,
  fx: null,
  feeRule: null,
  dueDate: null,
} as const;

/** A capture that the gateway made by itself: a sale, or a capture of an authorisation. */
async function takenUnasked(
  ctx: Context,
  { order, attempt }: Pick<CaptureOutcomeStep, "order" | "attempt">,
  taken: { readonly amount: Money; readonly upstreamId: string | null },
): Promise<CaptureRow> {
  const { merchantId, id: orderId } = order;
  // An order with automatic capture has one capture only: its sale.
  const seq = order.captureMethod === "automatic" ? 1 : await nextPlace(ctx, { merchantId, orderId });
  return saleOf(ctx, { order, attempt }, { ...taken, seq });
}

/** A capture without a request, before it is priced. */
export function saleOf(
  ctx: Pick<Context, "now">,
  { order, attempt }: Pick<CaptureOutcomeStep, "order" | "attempt">,
  { amount, upstreamId, seq }: { readonly amount: Money; readonly upstreamId: string | null; readonly seq: number },
): CaptureRow {
  const at = ctx.now.toISOString();
  const { merchantId, id: orderId, orderNo, tenantId, mode } = order;
  return {
    merchantId,
    id: newId("cap", ctx.now),
    tenantId,
    captureNo: businessNumber("CP", ctx.now),
    orderId,
    orderNo,
    attemptId: attempt.id,
    mode,
    seq,
    status: "succeeded",
    isFinal: true,
    amount: toWire(amount),
    currency: amount.currency,
    reason: null,
    gatewayAccountId: attempt.gatewayAccountId,
    gatewayKey: null,
    upstreamId,
    failureCode: null,
    upstreamCode: null,
    upstreamMessage: null,
    askedTime: at,
    sentTime: null,
    finishedTime: at,
    sendCount: 0,
    queryCount: 0,
    refundClaimed: "0",
    refundClaimedSettle: "0",
    refundedAmount: "0",
    returnedFee: "0",
    returnedFeeTax: "0",
    // Set when the row is written.
    seal: null,
    ...unpriced,
  };
}

async function book(
  ctx: Context,
  { order, attempt }: Pick<CaptureOutcomeStep, "order" | "attempt">,
  { id, seq }: CaptureRow,
  amount: Money,
) {
  const { change, figures, journals } = await bookCapture(ctx, order, attempt, { id, amount, seq });
  return { figures: storedFigures(figures), change, timeline: [bookedEntry(journals, amount)] };
}

/** The timeline entry for booked journals. */
export const bookedEntry = (journals: readonly string[], amount: Money): NewTimelineEntry => ({
  kind: "ledger",
  title: "eventLedgerPosted",
  detail: { entries: journals.join(" "), events: journals },
  actor: { type: "system" },
  amount: { amount: toWire(amount), currency: amount.currency },
  visibility: "operator",
});

/** Books money held at the gateway that a person applied to the order, as a capture of its own. */
export async function captureHeldMoney(
  ctx: Context,
  of: Pick<CaptureOutcomeStep, "order" | "attempt">,
  held: { readonly amount: Money; readonly upstreamId: string },
): Promise<CaptureResult & { readonly capture: CaptureRow }> {
  const before = await takenUnasked(ctx, of, held);
  const { figures, change, timeline } = await book(ctx, of, before, held.amount);
  const capture = { ...before, ...figures } as CaptureRow;
  await insertCapture(ctx, capture as never);
  return { capture, change, timeline };
}
