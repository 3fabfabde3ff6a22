import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { phaseOf } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { transact } from "../../../platform/db/transact.ts";
import { whileAway } from "../../../platform/db/while-away.ts";
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
import { type AttemptRef, giveUpPage, type Onward, stepAfter, type Visit, type Word } from "../order-outcome/index.ts";
import {
  addMovedOrder,
  addToStory,
  assertConfirmable,
  findParticulars,
  lockOrder,
  moveOrder,
  type OrderRef,
  type OrderRow,
  readOrderRow,
  type Told,
} from "../order-record/index.ts";
import { type AttemptRow, attemptRows, insertAttempt, updateAttempt } from "../payment-attempt/index.ts";
import { awaitCardTurn } from "./card-turn.service.ts";
import { addAttempt, confirming, meansOf, newAttempt } from "./new-attempt.service.ts";
import { isSubmitting, notAsked, type Sending, sendPayment } from "./order-call.service.ts";
import type { Caller, OrderNode } from "./order-node.port.ts";
import { takeWord } from "./order-word.service.ts";

/** Gives up a try that the gateway does not know. Its call may be on the way still: the questions planned for it go on. */
async function giveUpUnseen(ctx: Context, attempt: AttemptRow): Promise<Told> {
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
export async function giveUpOpen(ctx: Context, attempts: readonly AttemptRow[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const attempt of attempts) {
    if (attempt.status === "authentication_pending") told.push(await giveUpPage(ctx, attempt));
    if (attempt.status === "unknown") told.push(await giveUpUnseen(ctx, attempt));
  }
  return told;
}

/** The first half of a payment, in the caller's transaction: every check, the route, the attempt as it is about to be sent. */
export async function beginPayment(
  node: Pick<OrderNode, "platform">,
  ctx: Context,
  ref: OrderRef,
  details: PaymentDetails,
): Promise<Sending> {
  const [locked, attempts, particulars] = await together([
    lockOrder(ctx, ref),
    attemptRows(ctx, ref.merchantId, ref.orderId),
    findParticulars(ctx, ref),
  ]);
  if (!particulars) throw new Error(`the order ${ref.orderId} has no particulars`);
  assertConfirmable({ ...locked, phase: phaseOf(locked), attempts }, ctx.now);
  const order = { ...locked, paymentType: paymentTypeOf(locked, details) };
  const means = await meansOf(node, ctx, order, details);
  const { chosen, ...route } = await acceptedRoute(ctx, { order, attempts, particulars, means, details });
  const told = await giveUpOpen(ctx, attempts);
  const seq = attempts.length + 1;
  const begun = newAttempt(ctx, { order, means, seq, trigger: "payer", ...route, ...chosen });
  const [attempt, after, sealed] = await together([
    insertAttempt(ctx, begun.values),
    moveOrder(ctx, order, confirming(order, begun.values, [...told, begun.told])),
    readForPayments(ctx, chosen.gatewayAccountId, order.merchantId),
  ]);
  return { order: after, attempt, particulars, sealed };
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
): Promise<Sending & Pick<DraftOrder, "particulars">> {
  const means = await meansOf(node, ctx, app, details);
  const [draft, history] = await together([
    draftOrder(ctx, app, asked),
    readHistory(ctx, app, offeredCard(means, details)),
  ]);
  const { order, particulars, settings } = draft;
  assertConfirmable({ ...order, phase: phaseOf(order), attempts: [] }, ctx.now);
  const offered = { order, attempts: [], particulars, means, details, settings, history };
  const { chosen, ...route } = await acceptedRoute(ctx, offered);
  const begun = newAttempt(ctx, { order, means, seq: 1, trigger: "payer", ...route, ...chosen });
  const [after, attempt, sealed] = await together([
    addMovedOrder(ctx, draft, confirming(order, begun.values, [begun.told])),
    insertAttempt(ctx, begun.values),
    readForPayments(ctx, chosen.gatewayAccountId, order.merchantId),
  ]);
  return { order: after, attempt, particulars, sealed };
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
const declineOf = (ctx: Context, { amount, currency }: AttemptRow, word: Word): PastDecline | null =>
  word.kind === "declined"
    ? { code: word.code, adviceCode: word.adviceCode, amount, currency, at: ctx.now.toISOString() }
    : null;

/** What may follow a failed attempt while the payer waits, by the rules of routing. */
function visitOf(node: OrderNode, { attempt: first, particulars }: Sending, details: PaymentDetails): Visit {
  const startedAt = new Date(first.startedTime);
  return {
    plan: async (ctx, order, attempts, attempt, word): Promise<Onward> => {
      if (word.kind !== "declined" && word.kind !== "error") return null;
      const own = attempts.filter(({ startedTime }) => Date.parse(startedTime) >= startedAt.getTime());
      const { step } = afterFailure(
        {
          result: word.kind,
          action: stepAfter(word.code, word.kind === "declined" ? word.adviceCode : null),
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
      const means = await meansOf(node, ctx, order, details);
      const seq = attempts.length + 1;
      if (step === "step_up") {
        // An agreement that somebody altered is not taken over.
        if ((await sealedAgreementOf(ctx, attempt)) === "altered") return null;
        const { gatewayId, gatewayAccountId, channelId, agreement, cardCountry: issuerCountry } = attempt;
        const same = { gatewayId, gatewayAccountId, channelId, agreement, issuerCountry, decision: null };
        return {
          step: "stepUp",
          begin: (tx, now) => addAttempt(tx, { order: now, means, seq, trigger: "step_up", isForced: true, ...same }),
        };
      }
      const tried = own.map(({ gatewayAccountId }) => gatewayAccountId);
      const declined = declineOf(ctx, attempt, word);
      const route = await unlessRefused(
        acceptedRoute(ctx, { order, attempts, particulars, means, details, tried, declined }),
      );
      // The price there demands 3-D Secure, which this visit was not asked for.
      if (!route || route.isForced) return null;
      const { decision, agreement, chosen, issuerCountry } = route;
      return {
        step: "failover",
        begin: (tx, now) =>
          addAttempt(tx, {
            order: now,
            means,
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
  caller: Caller,
  ref: OrderRef,
  details: PaymentDetails,
): Promise<ConfirmedOrder> {
  let begun: Sending;
  try {
    begun = await transact(node, caller, (ctx) => beginPayment(node, ctx, ref, details));
  } catch (error) {
    await tellNoRoute(node, caller, ref, error);
    throw error;
  }
  return finishPayment(node, caller, begun, details);
}

/** The second half of a payment, once its beginning is committed: calls the gateway and takes in what it answers. */
export async function finishPayment(
  node: OrderNode,
  caller: Caller,
  first: Sending,
  details: PaymentDetails,
): Promise<ConfirmedOrder> {
  let begun = first;
  const visit = visitOf(node, begun, details);
  for (;;) {
    const { attempt, particulars } = begun;
    const sent = await sendInTurn(node, caller, begun, details, visit);
    if (!sent) return standing(node, caller, refOf(attempt));
    const { outcome, applied } = sent;
    if (!applied.next) {
      const captures = applied.capture ? [applied.capture] : [];
      const { tokenReference = null } = ("credential" in outcome && outcome.credential) || {};
      return { ...applied.order, captures, tokenReference };
    }
    begun = { order: applied.order, attempt: applied.next, particulars };
  }
}

/** Sends an attempt when it is its card's turn, and takes the answer in; nothing where it was closed while it waited. */
async function sendInTurn(node: OrderNode, caller: Caller, begun: Sending, details: PaymentDetails, visit: Visit) {
  const { attempt } = begun;
  const turn = await awaitCardTurn(node, attempt);
  let isDeclined = false;
  try {
    if (turn.hasWaited && !(await whileAway(isSubmitting(node, attempt)))) return undefined;
    const outcome = turn.refusedBy
      ? notAsked(turn.refusedBy as DeclineCodeName, "card_refused_meanwhile")
      : await sendPayment(node, begun, details);
    if (!outcome) return undefined;
    isDeclined = outcome.kind === "declined";
    return { outcome, applied: await takeWord(node, caller, refOf(attempt), { outcome, source: "answer", visit }) };
  } finally {
    turn.done(isDeclined);
  }
}

/** An order as others left it. */
const standing = (node: OrderNode, caller: Caller, ref: OrderRef): Promise<ConfirmedOrder> =>
  transact(node, caller, async (ctx) => ({ ...(await readOrderRow(ctx, ref)), captures: [], tokenReference: null }));

/** A payment that found no account stays in the order's story, though its transaction was rolled back. */
export async function tellNoRoute(node: OrderNode, caller: Caller, ref: OrderRef, error: unknown): Promise<void> {
  if (!(error instanceof Refusal) || error.code !== "coinOrder.noRoute") return;
  const { excluded } = error.cause as { readonly excluded: RouteDecision["excluded"] };
  const told: Told = {
    kind: "attempt",
    title: "eventNoRoute",
    detail: { excluded },
    visibility: "operator",
    actor: { type: "system" },
  };
  await transact(node, caller, (ctx) => addToStory(ctx, ref.merchantId, ref.orderId, told));
}
