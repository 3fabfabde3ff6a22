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

/** A card, as far as the decision needs it. */
export interface OfferedCard {
  readonly fingerprint: string;
  /** Its first digits, as many as a card range has. They are looked up and not stored. */
  readonly digits: string;
  readonly brand: string | null;
  readonly hasCvc: boolean;
}

/** The merchant's settings that decide about a payment; its payment type may have no terms. */
export interface MerchantSettings {
  readonly merchant: MerchantFacts;
  readonly terms: PaymentTypeTerms | undefined;
}

/** Reads the merchant's settings for a payment type. */
export async function readSettings(
  ctx: Context,
  payment: { readonly merchantId: string; readonly appId: string; readonly type: OrderRow["paymentType"] },
): Promise<MerchantSettings> {
  const [merchant, terms] = await together([merchantFacts(ctx, payment.merchantId), paymentTypeOf(ctx, payment)]);
  return { merchant, terms };
}

/** History of a card at a merchant. */
export interface CardHistory {
  /** Declines of the card at this merchant within thirty days. */
  readonly declines: readonly PastDecline[];
  /** Issuer country by the card ranges, before the gateway tells it; null where unknown. */
  readonly issuerCountry: string | null;
  /** Whether it paid at this merchant within thirty days. */
  readonly hasPaid: boolean;
}

/** Reads a card's history at a merchant; empty without a card. */
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

/** The decline code by which a card was refused for good at a merchant; undefined while it may be sent. */
export async function finalDeclineOf(db: Context["db"], card: KnownCard, now: Date): Promise<string | undefined> {
  const declines = await declinesOfCard({ db }, { ...card, since: new Date(now.getTime() - thirtyDaysMs) });
  const stop = cardRetryBlockOf(declines, { brand: null, amount: "", currency: "" }, now);
  return stop?.why === "final" ? stop.code : undefined;
}

/** A payment to be judged by the merchant's settings and scheme rules. */
interface Offer {
  readonly sender?: "merchant" | "payer" | undefined;
  /** Agreed future use, if the payer lets the merchant store the card. */
  readonly storeFor: "recurring" | "unscheduled" | null;
  /** Settings read already, where the order was made in this transaction. */
  readonly settings?: MerchantSettings | undefined;
  readonly history?: CardHistory | undefined;
  readonly card: OfferedCard | null;
  readonly attempts: readonly TriedCard[];
  /** The decline before a fail-over to another account; not stored yet. */
  readonly declined?: PastDecline | null;
}

/** Requirements for an accepted payment. */
export interface AcceptedPayment extends CardHistory {
  readonly isThreeDsDemanded: boolean;
  /** Start of the merchant's day, in its own zone. */
  readonly dayBegan: Date;
}

const thirtyDaysMs = 30 * 86_400_000;

/** The merchant is told why an issuer refuses a card; the payer only that another card is needed. */
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

/** Enforces the limits of a payment type: per payment, and per merchant day. */
async function assertWithinDay(ctx: Context, order: OrderRow, terms: PaymentTypeTerms, since: Date): Promise<void> {
  const limits = terms.limits.find(({ currency }) => currency === order.currency);
  if (!limits) return;
  const amount = fromWire(order.amount, order.currency);
  const daily = limits.dailyMax;
  // Locks the payment type, so that payments that count towards one day's limit begin one after the other.
  if (daily) await holdPaymentType(ctx, terms.id);
  const today = daily ? await takenSince(ctx, order, { since, appId: terms.appId }) : fromWire("0", order.currency);
  const found = brokenLimit({ minimum: null, maximum: limits.perTransactionMax, daily }, amount, today);
  if (found) throw beyondLimit(ctx, found);
}

function beyondLimit(ctx: Context, { broken, limit }: NonNullable<ReturnType<typeof brokenLimit>>) {
  const shown = formatMoney(limit, { language: ctx.request.locale });
  return refuse(`coinOrder.${broken}`, { limit: shown });
}

/** Enforces the daily limit of a fee rule: the captures of its method plus this payment. */
export async function assertWithinRule(
  ctx: Context,
  order: OrderRow,
  { daily, ruleId }: RuleDemands,
  value: Money,
  since: Date,
): Promise<void> {
  if (!daily) return;
  // Locks the fee rule, so that payments that count towards one day's limit begin one after the other.
  await holdRule(ctx, ruleId);
  const { method, category } = daily;
  const today = await settledSince(ctx, order, { currency: daily.amount.currency, since, method, category });
  const found = brokenLimit({ minimum: null, maximum: null, daily: daily.amount }, value, today);
  if (found) throw beyondLimit(ctx, found);
}

/**
 * Refuses payments that the merchant's settings or scheme rules do not allow: of a merchant that may not take
 * payments, of a disabled payment type, beyond its limits, cards without a required CVV, and cards that must not be
 * retried. Checked when a payment begins, whatever held when its order was made.
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
