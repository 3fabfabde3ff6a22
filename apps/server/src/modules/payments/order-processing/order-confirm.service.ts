import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { phaseOf } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { retryWhileDatabaseAway } from "../../../platform/db/retry-while-away.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { readForPayments } from "../../gateways/gateway-account/index.ts";
import { afterFailure, type RouteDecision } from "../../gateways/routing/index.ts";
import { sealedAgreementOf } from "../agreement/index.ts";
import type { CaptureRow } from "../capture/index.ts";
import {
  acceptedRoute,
  type DraftOrder,
  draftOrder,
  type NewOrder,
  type OrderingApp,
  offeredCard,
  type PastDecline,
  type PaymentDetails,
  paymentTypeOf,
  readHistory,
} from "../order-acceptance/index.ts";
import {
  type AttemptRef,
  giveUpPage,
  type NextAttempt,
  nextStepAfter,
  type PayerVisit,
  type ReportedStatus,
} from "../order-outcome/index.ts";
import {
  addMovedOrder,
  addTimelineEntry,
  assertConfirmable,
  findParticulars,
  lockOrder,
  moveOrder,
  type NewTimelineEntry,
  type OrderRef,
  type OrderRow,
  readOrderRow,
} from "../order-record/index.ts";
import { type AttemptRow, attemptRows, insertAttempt, updateAttempt } from "../payment-attempt/index.ts";
import { awaitCardTurn } from "./card-turn.service.ts";
import { addAttempt, confirmStep, instrumentOf, newAttempt } from "./new-attempt.service.ts";
import { type AttemptToSend, isSubmitting, notAskedOutcome, sendPayment } from "./order-call.service.ts";
import type { OrderNode, Requester } from "./order-node.port.ts";
import { recordOutcome } from "./outcome-intake.service.ts";

/** Gives up an attempt that the gateway does not know. Its call may still arrive: the planned queries continue. */
async function giveUpUnseen(ctx: Context, attempt: AttemptRow): Promise<NewTimelineEntry> {
  const declineCode = "gateway_timeout_unknown";
  const finishedTime = ctx.now.toISOString();
  await updateAttempt(ctx, attempt, { status: "error", finishedTime, declineCode });
  return {
    kind: "attempt",
    title: "eventAttemptNotFound",
    detail: { attemptNo: attempt.attemptNo, code: declineCode },
    step: { objectId: attempt.id, from: attempt.status, action: "error", to: "error" },
    actor: { type: "system" },
  };
}

/**
 * Ends what the payer left open: the page of another attempt is given up, an attempt unknown to the gateway counts as
 * failed.
 */
export async function giveUpOpen(ctx: Context, attempts: readonly AttemptRow[]): Promise<NewTimelineEntry[]> {
  const timeline: NewTimelineEntry[] = [];
  for (const attempt of attempts) {
    if (attempt.status === "authentication_pending") timeline.push(await giveUpPage(ctx, attempt));
    if (attempt.status === "unknown") timeline.push(await giveUpUnseen(ctx, attempt));
  }
  return timeline;
}

/** The first half of a payment, in the caller's transaction: every check, the route, and the attempt to send. */
export async function beginPayment(
  node: Pick<OrderNode, "platform">,
  ctx: Context,
  ref: OrderRef,
  details: PaymentDetails,
): Promise<AttemptToSend> {
  const [locked, attempts, particulars] = await together([
    lockOrder(ctx, ref),
    attemptRows(ctx, ref.merchantId, ref.orderId),
    findParticulars(ctx, ref),
  ]);
  if (!particulars) throw new Error(`the order ${ref.orderId} has no particulars`);
  assertConfirmable({ ...locked, phase: phaseOf(locked), attempts }, ctx.now);
  const order = { ...locked, paymentType: paymentTypeOf(locked, details) };
  const instrument = await instrumentOf(node, ctx, order, details);
  const { chosen, isCardKnown, ...route } = await acceptedRoute(ctx, {
    order,
    attempts,
    particulars,
    instrument,
    details,
  });
  const timeline = await giveUpOpen(ctx, attempts);
  const seq = attempts.length + 1;
  const begun = newAttempt(ctx, { order, instrument, seq, trigger: "payer", ...route, ...chosen });
  const [attempt, after, sealed] = await together([
    insertAttempt(ctx, begun.values),
    // As it was read: a seal is made anew only of what was as it was written.
    moveOrder(ctx, locked, confirmStep(order, begun.values, [...timeline, begun.timeline])),
    readForPayments(ctx, chosen.gatewayAccountId, order.merchantId),
  ]);
  return { order: after, attempt, particulars, sealed, isCardKnown };
}

/**
 * {@link beginPayment} for an order that is made in the same transaction and written once, in its state after the
 * payment began. Throws the error that `isNumberTaken` recognises where the merchant's number has an order already.
 */
export async function beginNewPayment(
  node: Pick<OrderNode, "platform">,
  ctx: Context,
  app: OrderingApp & Pick<OrderRow, "tenantId">,
  asked: NewOrder,
  details: PaymentDetails,
): Promise<AttemptToSend & Pick<DraftOrder, "particulars">> {
  const instrument = await instrumentOf(node, ctx, app, details);
  const [draft, history] = await together([
    draftOrder(ctx, app, asked),
    readHistory(ctx, app, offeredCard(instrument, details)),
  ]);
  const { order, particulars, settings } = draft;
  assertConfirmable({ ...order, phase: phaseOf(order), attempts: [] }, ctx.now);
  const offered = { order, attempts: [], particulars, instrument, details, settings, history };
  const { chosen, isCardKnown, ...route } = await acceptedRoute(ctx, offered);
  const begun = newAttempt(ctx, { order, instrument, seq: 1, trigger: "payer", ...route, ...chosen });
  const [after, attempt, sealed] = await together([
    addMovedOrder(ctx, draft, confirmStep(order, begun.values, [begun.timeline])),
    insertAttempt(ctx, begun.values),
    readForPayments(ctx, chosen.gatewayAccountId, order.merchantId),
  ]);
  return { order: after, attempt, particulars, sealed, isCardKnown };
}

/** Null where a rule refuses: a fail-over account obeys all rules of the first one. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A decline in the form that scheme rules count. */
const declineOf = (
  ctx: Context,
  { amount, currency }: AttemptRow,
  gatewayStatus: ReportedStatus,
): PastDecline | null =>
  gatewayStatus.kind === "declined"
    ? { code: gatewayStatus.code, adviceCode: gatewayStatus.adviceCode, amount, currency, at: ctx.now.toISOString() }
    : null;

/** What may follow a failed attempt while the payer waits, by the routing rules. */
function visitOf(node: OrderNode, { attempt: first, particulars }: AttemptToSend, details: PaymentDetails): PayerVisit {
  const startedAt = new Date(first.startedTime);
  return {
    plan: async (ctx, order, attempts, attempt, gatewayStatus): Promise<NextAttempt> => {
      if (gatewayStatus.kind !== "declined" && gatewayStatus.kind !== "error") return null;
      const own = attempts.filter(({ startedTime }) => Date.parse(startedTime) >= startedAt.getTime());
      const { step } = afterFailure(
        {
          result: gatewayStatus.kind,
          action: nextStepAfter(
            gatewayStatus.code,
            gatewayStatus.kind === "declined" ? gatewayStatus.adviceCode : null,
          ),
          isCard: attempt.methodCategory === "card",
          isThreeDsBound: attempt.isThreeDsForced,
        },
        {
          elapsedMs: ctx.now.getTime() - startedAt.getTime(),
          failovers: own.filter(({ trigger }) => trigger === "failover").length,
          stepUps: own.filter(({ trigger }) => trigger === "step_up").length,
          hasNextAccount: true,
        },
      );
      if (step !== "failover" && step !== "step_up") return null;
      const instrument = await instrumentOf(node, ctx, order, details);
      const seq = attempts.length + 1;
      if (step === "step_up") {
        // An altered agreement is not reused.
        if ((await sealedAgreementOf(ctx, attempt)) === "altered") return null;
        const { gatewayId, gatewayAccountId, channelId, agreement, cardCountry: issuerCountry } = attempt;
        const same = { gatewayId, gatewayAccountId, channelId, agreement, issuerCountry, decision: null };
        return {
          step: "stepUp",
          begin: (tx, now) =>
            addAttempt(tx, { order: now, instrument, seq, trigger: "step_up", isForced: true, ...same }),
        };
      }
      const tried = own.map(({ gatewayAccountId }) => gatewayAccountId);
      const declined = declineOf(ctx, attempt, gatewayStatus);
      const route = await unlessRefused(
        acceptedRoute(ctx, { order, attempts, particulars, instrument, details, tried, declined }),
      );
      // The fee rule there requires 3-D Secure, which this visit did not ask for.
      if (!route || route.isForced) return null;
      const { decision, agreement, chosen, issuerCountry } = route;
      return {
        step: "failover",
        begin: (tx, now) =>
          addAttempt(tx, {
            order: now,
            instrument,
            seq,
            trigger: "failover",
            isForced: false,
            issuerCountry,
            decision,
            agreement,
            ...chosen,
          }),
      };
    },
  };
}

const refOf = ({ merchantId, orderId, id }: AttemptRow): AttemptRef => ({ merchantId, orderId, attemptId: id });

/** An order after a payment attempt, with what was captured at once and the gateway's reference to the card. */
export type ConfirmedOrder = OrderRow & {
  readonly captures: readonly CaptureRow[];
  readonly tokenReference: string | null;
};

/**
 * Tries to pay an order: commits the attempt, calls the gateway, and applies its answer in another transaction. Where
 * routing allows, the next attempt follows a failed one at once. A decline is an answer and no refusal: the order is
 * returned as it is then. After a crash the sweep finds the attempt; a second try is refused with
 * `coinOrder.attemptInFlight` until the outcome of the first is known.
 */
export async function confirmOrder(
  node: OrderNode,
  caller: Requester,
  ref: OrderRef,
  details: PaymentDetails,
): Promise<ConfirmedOrder> {
  let begun: AttemptToSend;
  try {
    begun = await transact(node, caller, (ctx) => beginPayment(node, ctx, ref, details));
  } catch (error) {
    await recordNoRoute(node, caller, ref, error);
    throw error;
  }
  return finishPayment(node, caller, begun, details);
}

/** The second half of a payment, after its beginning was committed: calls the gateway and applies its answer. */
export async function finishPayment(
  node: OrderNode,
  caller: Requester,
  first: AttemptToSend,
  details: PaymentDetails,
): Promise<ConfirmedOrder> {
  let begun = first;
  const visit = visitOf(node, begun, details);
  for (;;) {
    const { attempt, particulars } = begun;
    const sent = await sendInTurn(node, caller, begun, details, visit);
    if (!sent) return unchangedOrder(node, caller, refOf(attempt));
    const { outcome, applied } = sent;
    if (!applied.next) {
      const captures = applied.capture ? [applied.capture] : [];
      const { tokenReference = null } = ("credential" in outcome && outcome.credential) || {};
      return { ...applied.order, captures, tokenReference };
    }
    begun = { order: applied.order, attempt: applied.next, particulars, isCardKnown: first.isCardKnown };
  }
}

/**
 * Sends an attempt when it is its card's turn, and applies the answer; undefined where it was closed while it waited.
 */
async function sendInTurn(
  node: OrderNode,
  caller: Requester,
  begun: AttemptToSend,
  details: PaymentDetails,
  visit: PayerVisit,
) {
  const { attempt } = begun;
  const turn = await awaitCardTurn(node, begun);
  if (turn.hasWaited && !(await retryWhileDatabaseAway(isSubmitting(node, attempt)))) return undefined;
  const outcome = turn.refusedBy
    ? notAskedOutcome(turn.refusedBy as DeclineCodeName, "card_refused_meanwhile")
    : await sendPayment(node, begun, details);
  if (!outcome) return undefined;
  return { outcome, applied: await recordOutcome(node, caller, refOf(attempt), { outcome, source: "answer", visit }) };
}

/** An order as it is now. */
const unchangedOrder = (node: OrderNode, caller: Requester, ref: OrderRef): Promise<ConfirmedOrder> =>
  transact(node, caller, async (ctx) => ({ ...(await readOrderRow(ctx, ref)), captures: [], tokenReference: null }));

/** Records in the timeline that no account took the payment, although the payment's own transaction was rolled back. */
export async function recordNoRoute(node: OrderNode, caller: Requester, ref: OrderRef, error: unknown): Promise<void> {
  if (!(error instanceof Refusal) || error.code !== "coinOrder.noRoute") return;
  const { excluded } = error.cause as { readonly excluded: RouteDecision["excluded"] };
  const timeline: NewTimelineEntry = {
    kind: "attempt",
    title: "eventNoRoute",
    detail: { excluded },
    visibility: "operator",
    actor: { type: "system" },
  };
  await transact(node, caller, (ctx) => addTimelineEntry(ctx, ref.merchantId, ref.orderId, timeline));
}
