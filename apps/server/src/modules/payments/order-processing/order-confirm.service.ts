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

/** Gives up a try that the gateway does not know. Its call may be on the way still: the questions planned for it go on. */
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

/** Ends what the payer left open: the page of another try is given up, a try the gateway never saw counts as failed. */
export async function giveUpOpen(ctx: Context, attempts: readonly AttemptRow[]): Promise<NewTimelineEntry[]> {
  const timeline: NewTimelineEntry[] = [];
  for (const attempt of attempts) {
    if (attempt.status === "authentication_pending") timeline.push(await giveUpPage(ctx, attempt));
    if (attempt.status === "unknown") timeline.push(await giveUpUnseen(ctx, attempt));
  }
  return timeline;
}

/** The first half of a payment, in the caller's transaction: every check, the route, the attempt as it is about to be sent. */
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
 * {@link beginPayment} for an order that is made in the same transaction and written once, as it stands when its payment
 * has begun. Fails with what `isNumberTaken` tells where the merchant's number has an order already.
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

/** Nothing where a rule refuses it: another account obeys all that the first one had to. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A decline as the schemes count it. */
const declineOf = (
  ctx: Context,
  { amount, currency }: AttemptRow,
  gatewayStatus: ReportedStatus,
): PastDecline | null =>
  gatewayStatus.kind === "declined"
    ? { code: gatewayStatus.code, adviceCode: gatewayStatus.adviceCode, amount, currency, at: ctx.now.toISOString() }
    : null;

/** What may follow a failed attempt while the payer waits, by the rules of routing. */
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
        // An agreement that somebody altered is not taken over.
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
      // The price there demands 3-D Secure, which this visit was not asked for.
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

/** An order after a try to pay it, with what was captured at once and by what the gateway knows the card. */
export type ConfirmedOrder = OrderRow & {
  readonly captures: readonly CaptureRow[];
  readonly tokenReference: string | null;
};

/**
 * Tries to take the money: the attempt is stored and committed, the gateway called, and its answer taken in by another
 * transaction. Where routing allows, a failed attempt is followed by the next one at once. A decline is an answer and
 * no refusal: the order comes back as it is then. A process that dies on the way leaves an attempt that the sweep
 * finds; a second try is refused with `coinOrder.attemptInFlight` until the outcome of the first is known.
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

/** The second half of a payment, once its beginning is committed: calls the gateway and takes in what it answers. */
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

/** Sends an attempt when it is its card's turn, and takes the answer in; nothing where it was closed while it waited. */
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

/** An order as others left it. */
const unchangedOrder = (node: OrderNode, caller: Requester, ref: OrderRef): Promise<ConfirmedOrder> =>
  transact(node, caller, async (ctx) => ({ ...(await readOrderRow(ctx, ref)), captures: [], tokenReference: null }));

/** Notes in the timeline that no account took the payment, although the payment's own transaction was rolled back. */
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
