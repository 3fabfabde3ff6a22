import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { coinOrderMessages } from "@countinghouse/contract/payments/coin-order/coin-order.messages.ts";
import { hmacSha256 } from "../../../platform/crypto/digest.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { CardDetails } from "../../gateways/connector/index.ts";
import type { RouteDecision } from "../../gateways/routing/index.ts";
import {
  brandOf,
  type CardFault,
  cardFaultOf,
  isTestNumber,
  keptCardDigits,
  noRoute,
  type PaymentDetails,
  type PaymentInstrument,
} from "../order-acceptance/index.ts";
import { latestAttemptColumns, orderEntry, statusAfter } from "../order-outcome/index.ts";
import { categoryOf, type NewTimelineEntry, type OrderRow } from "../order-record/index.ts";
import { type AttemptRow, insertAttempt, type LatestAttempt, type NewAttempt } from "../payment-attempt/index.ts";
import type { OrderNode } from "./order-node.port.ts";
import { queryDueAt } from "./sent-attempt.store.ts";

const noCard: PaymentInstrument["card"] = { cardBrand: null, cardBin: null, cardLast4: null, cardFingerprint: null };
/** The input field of each card fault. */
const places: Readonly<Record<CardFault, string>> = {
  card: "paymentMethod.card",
  number: "paymentMethod.card.number",
  cvc: "paymentMethod.card.cvc",
  expiry: "paymentMethod.card.expiryYear",
};

const malformed = ({ request }: Pick<Context, "request">, fault: CardFault) => {
  const message = coinOrderMessages[request.locale].cardFaults[fault];
  return refuse("coinOrder.cardMalformed", {}, { fields: [{ field: places[fault], message }] });
};

/** The stored card data: never the number, but a keyed fingerprint by which this installation recognises the card. */
function cardFacts(node: Pick<OrderNode, "platform">, { number }: CardDetails): PaymentInstrument["card"] {
  const { bin, last4, brand } = keptCardDigits(number);
  const { key } = installationKeys(node.platform.secret).ring.active("card-fingerprint");
  return { cardBrand: brand, cardBin: bin, cardLast4: last4, cardFingerprint: hmacSha256(key, number) };
}

/** The payment's instrument from the caller's input. Refuses an invalid card. */
export async function instrumentOf(
  node: Pick<OrderNode, "platform">,
  ctx: Context,
  order: Pick<OrderRow, "mode" | "tenantId">,
  details: PaymentDetails,
): Promise<PaymentInstrument> {
  const { method, card } = details;
  if (method === "card" || method.startsWith("card_")) {
    const fault = cardFaultOf(card, ctx.now);
    const brand = card && brandOf(card.number);
    if (fault !== null || !card || !brand) throw malformed(ctx, fault ?? "number");
    if (order.mode === "live" && isTestNumber(card.number)) throw refuse("coinOrder.cardRefusedHere");
    return { method: `card_${brand}`, category: "card", card: cardFacts(node, card), consent: consentOf(details) };
  }
  const category = await categoryOf(ctx, order.tenantId, method);
  if (!category || category === "card") throw noRoute([]);
  return { method, category, card: noCard, consent: {} };
}

/** The payer's consent with a payment they make themselves; empty unless the merchant asked for it. */
const consentOf = ({ storeFor }: PaymentDetails): PaymentInstrument["consent"] =>
  storeFor ? { consentInitiator: "payer", consentUsage: storeFor } : {};

/** Inputs to a new attempt. */
export interface AttemptStart {
  readonly order: OrderRow;
  readonly instrument: PaymentInstrument;
  readonly seq: number;
  readonly trigger: AttemptRow["trigger"];
  readonly isForced: boolean;
  /** Issuer country as known before the call; the gateway's answer replaces it. */
  readonly issuerCountry: string | null;
  readonly decision: RouteDecision | null;
  /** In its stored form: made for this account, or copied from the attempt that is repeated. */
  readonly agreement: object | null;
  readonly gatewayId: string | null;
  readonly gatewayAccountId: string;
  readonly channelId: string | null;
}

/** A new attempt about to be sent, with its timeline entry; the caller writes both. */
export function newAttempt(ctx: Context, begin: AttemptStart): { values: NewAttempt; timeline: NewTimelineEntry } {
  const { order, instrument, decision } = begin;
  const id = newId("att", ctx.now);
  const attemptNo = businessNumber("AT", ctx.now);
  const values: NewAttempt = {
    merchantId: order.merchantId,
    id,
    tenantId: order.tenantId,
    attemptNo,
    orderId: order.id,
    orderNo: order.orderNo,
    mode: order.mode,
    seq: begin.seq,
    status: "submitting",
    trigger: begin.trigger,
    gatewayId: begin.gatewayId,
    gatewayAccountId: begin.gatewayAccountId,
    channelId: begin.channelId,
    paymentMethod: instrument.method,
    methodCategory: instrument.category,
    isThreeDsForced: begin.isForced,
    routeDecision: decision === null ? null : JSON.stringify(decision),
    expectedCost: decision?.candidates[0]?.cost ?? null,
    agreement: begin.agreement === null ? null : JSON.stringify(begin.agreement),
    amount: order.amount,
    currency: order.currency,
    ...instrument.card,
    ...instrument.consent,
    cardCountry: begin.issuerCountry,
    startedTime: ctx.now.toISOString(),
    nextQueryTime: queryDueAt(ctx, begin.gatewayAccountId),
  };
  const account = decision?.candidates.find((one) => one.gatewayAccountId === begin.gatewayAccountId)?.name ?? "";
  const timeline: NewTimelineEntry = {
    kind: "attempt",
    title: "eventAttemptStarted",
    detail: { attemptNo, method: instrument.method, account, trigger: begin.trigger },
    step: { objectId: id, from: "initiated", action: "submit", to: "submitting" },
    ref: { type: "paymentAttempt", id },
  };
  return { values, timeline };
}

/** {@link newAttempt}, written to the database. */
export async function addAttempt(
  ctx: Context,
  begin: AttemptStart,
): Promise<{ attempt: AttemptRow; timeline: NewTimelineEntry }> {
  const { values, timeline } = newAttempt(ctx, begin);
  return { attempt: await insertAttempt(ctx, values), timeline };
}

/** The order's step when an attempt begins its payment. */
export const confirmStep = (order: OrderRow, attempt: NewAttempt, timeline: readonly NewTimelineEntry[]) => ({
  change: {
    ...latestAttemptColumns(order, attempt as LatestAttempt),
    ...statusAfter("confirm"),
    paymentType: order.paymentType,
  },
  timeline: [...timeline, orderEntry(order, "confirm", { attempt: null, order: "confirm", effects: [] })],
  event: "order.pending" as const,
});
