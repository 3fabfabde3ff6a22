import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { localTime, startOfDay } from "@countinghouse/money/zone.ts";
import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { issuerOf } from "../../gateways/card-range/index.ts";
import { holdRule } from "../../merchants/mer-payment-method-cfg/index.ts";
import { holdPaymentType, type PaymentTypeTerms, paymentTypeOf } from "../../merchants/mer-payment-type-cfg/index.ts";
import { brokenLimit, type RuleDemands } from "../agreement/index.ts";
import { type MerchantFacts, mayBePaid, merchantFacts, type OrderRow } from "../order-record/index.ts";
import {
  type CardRetryBlock,
  cardRetryBlockOf,
  codeUsedUp,
  type PastDecline,
  type TriedCard,
} from "./acceptance.policy.ts";
import { declinesOfCard, type KnownCard, settledSince, takenSince, wasApproved } from "./acceptance.store.ts";

/** The card of a payment, as far as deciding about it needs it. */
export interface OfferedCard {
  readonly fingerprint: string;
  /** Its first digits, as many as a card range has. They are looked up and kept nowhere. */
  readonly digits: string;
  readonly brand: string | null;
  readonly hasCvc: boolean;
}

/** What of a merchant decides about a payment; the terms are those of its type, and there may be none. */
export interface MerchantSettings {
  readonly merchant: MerchantFacts;
  readonly terms: PaymentTypeTerms | undefined;
}

/** Reads what of a merchant decides about a payment of a type. */
export async function readSettings(
  ctx: Context,
  payment: { readonly merchantId: string; readonly appId: string; readonly type: OrderRow["paymentType"] },
): Promise<MerchantSettings> {
  const [merchant, terms] = await together([merchantFacts(ctx, payment.merchantId), paymentTypeOf(ctx, payment)]);
  return { merchant, terms };
}

/** What is known of a card before it is charged. */
export interface CardHistory {
  /** Declines of the card at this merchant within thirty days. */
  readonly declines: readonly PastDecline[];
  /** Where the card was issued, as the card ranges tell it before the gateway does; null where they do not. */
  readonly issuerCountry: string | null;
  /** Whether it paid at this merchant within thirty days. */
  readonly hasPaid: boolean;
}

/** Reads what is known of a card at a merchant; of no card there is nothing. */
export async function readHistory(
  ctx: Context,
  { merchantId, tenantId, mode }: Pick<OrderRow, "merchantId" | "tenantId" | "mode">,
  card: OfferedCard | null,
): Promise<CardHistory> {
  if (!card) return { declines: [], issuerCountry: null, hasPaid: false };
  const known = { merchantId, mode, fingerprint: card.fingerprint, since: new Date(ctx.now.getTime() - thirtyDaysMs) };
  const [declines, issuerCountry, hasPaid] = await together([
    declinesOfCard(ctx, known),
    issuerOf(ctx, { tenantId, digits: card.digits }),
    wasApproved(ctx, known),
  ]);
  return { declines, issuerCountry, hasPaid };
}

/** Whether a card paid at a merchant within thirty days. */
export const hasPaidBefore = (db: Context["db"], card: KnownCard, now: Date): Promise<boolean> =>
  wasApproved({ db }, { ...card, since: new Date(now.getTime() - thirtyDaysMs) });

/** The code by which a card was refused for good at a merchant; undefined while it may be sent. */
export async function finalDeclineOf(db: Context["db"], card: KnownCard, now: Date): Promise<string | undefined> {
  const declines = await declinesOfCard({ db }, { ...card, since: new Date(now.getTime() - thirtyDaysMs) });
  const stop = cardRetryBlockOf(declines, { brand: null, amount: "", currency: "" }, now);
  return stop?.why === "final" ? stop.code : undefined;
}

/** A payment as the merchant's settings and the schemes judge it. */
interface Offer {
  readonly sender?: "merchant" | "payer" | undefined;
  /** For what the payer lets the merchant keep the card. */
  readonly storeFor: "recurring" | "unscheduled" | null;
  /** Read in this transaction already, where its order was made in it. */
  readonly settings?: MerchantSettings | undefined;
  readonly history?: CardHistory | undefined;
  readonly card: OfferedCard | null;
  readonly attempts: readonly TriedCard[];
  /** The decline that another account is asked after; it is not written down yet. */
  readonly declined?: PastDecline | null;
}

/** What a merchant's settings ask of a payment that they let pass. */
export interface AcceptedPayment extends CardHistory {
  readonly isThreeDsDemanded: boolean;
  /** When the merchant's day began, in its own zone. */
  readonly dayBegan: Date;
}

const thirtyDaysMs = 30 * 86_400_000;

/** Why an issuer does not want a card again is the merchant's to know; a payer reads that another one is needed. */
function refusalOfStop(stop: CardRetryBlock, sender: Offer["sender"]) {
  if (sender === "payer") return refuse("coinOrder.cardNotTaken");
  const until = stop.until.toISOString();
  return stop.why === "final"
    ? refuse("coinOrder.cardFinallyDeclined", { code: stop.code, until }, { extras: { declineCode: stop.code, until } })
    : refuse("coinOrder.cardDeclinedTooOften", { count: stop.count, until }, { extras: { until } });
}

function assertCard(
  ctx: Context,
  card: OfferedCard,
  { requireCvc, allowSavedCard }: PaymentTypeTerms,
  { attempts, sender, storeFor }: Offer,
  declines: readonly PastDecline[],
  { amount, currency }: Pick<OrderRow, "amount" | "currency">,
): void {
  if (requireCvc && !card.hasCvc) throw refuse("coinOrder.cvcRequired");
  if (storeFor !== null && !allowSavedCard) throw refuse("coinOrder.cardMayNotBeStored");
  const stop = cardRetryBlockOf(declines, { brand: card.brand, amount, currency }, ctx.now);
  if (stop) throw refusalOfStop(stop, sender);
  const code = codeUsedUp(attempts, card.fingerprint);
  if (code !== undefined) throw refuse("coinOrder.cardTriesUsedUp", { code }, { extras: { declineCode: code } });
}

/** Holds the limits of a payment type: of one payment, and of the merchant's day. */
async function assertWithinDay(ctx: Context, order: OrderRow, terms: PaymentTypeTerms, since: Date): Promise<void> {
  const limits = terms.limits.find(({ currency }) => currency === order.currency);
  if (!limits) return;
  const amount = fromWire(order.amount, order.currency);
  const daily = limits.dailyMax;
  // Payments that count towards one day come one after the other while each is begun.
  if (daily) await holdPaymentType(ctx, terms.id);
  const today = daily ? await takenSince(ctx, order, { since, appId: terms.appId }) : fromWire("0", order.currency);
  const found = brokenLimit({ minimum: null, maximum: limits.perTransactionMax, daily }, amount, today);
  if (found) throw beyondLimit(ctx, found);
}

function beyondLimit(ctx: Context, { broken, limit }: NonNullable<ReturnType<typeof brokenLimit>>) {
  const shown = formatMoney(limit, { language: ctx.request.locale });
  return refuse(`coinOrder.${broken}`, { limit: shown });
}

/** Holds the day's limit of a price rule: what was captured of its method, and this payment. */
export async function assertWithinRule(
  ctx: Context,
  order: OrderRow,
  { daily, ruleId }: RuleDemands,
  value: Money,
  since: Date,
): Promise<void> {
  if (!daily) return;
  // Payments that count towards one day come one after the other while each is begun.
  await holdRule(ctx, ruleId);
  const { method, category } = daily;
  const today = await settledSince(ctx, order, { currency: daily.amount.currency, since, method, category });
  const found = brokenLimit({ minimum: null, maximum: null, daily: daily.amount }, value, today);
  if (found) throw beyondLimit(ctx, found);
}

/**
 * Refuses what the merchant's settings and the schemes' rules do not let through: payments of a merchant that may not
 * take any, of a type that is switched off, beyond its limits, cards without the code that it demands, and cards that
 * must not be sent again. Asked when a payment begins, whatever was allowed when its order was made.
 */
export async function acceptPayment(ctx: Context, order: OrderRow, offer: Offer): Promise<AcceptedPayment> {
  const { card, declined, settings, history } = offer;
  const { merchantId, appId, paymentType } = order;
  const [{ merchant, terms }, { declines, issuerCountry, hasPaid }] = await together([
    settings ?? readSettings(ctx, { merchantId, appId: appId ?? "", type: paymentType }),
    history ?? readHistory(ctx, order, card),
  ]);
  if (!mayBePaid(merchant, order.mode)) throw refuse("coinOrder.merchantMayNotPay");
  if (!terms || (order.captureMethod === "manual" && !terms.allowManualCapture))
    throw refuse("coinOrder.typeNotOffered", { type: paymentType });
  if (card) assertCard(ctx, card, terms, offer, declined ? [declined, ...declines] : declines, order);
  const { timezone } = merchant;
  const dayBegan = new Date(startOfDay(localTime(ctx.now.getTime(), timezone).date, timezone));
  await assertWithinDay(ctx, order, terms, dayBegan);
  return { isThreeDsDemanded: card !== null && terms.requireThreeDs, declines, issuerCountry, hasPaid, dayBegan };
}
