import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { localTime, startOfDay } from "@countinghouse/money/zone.ts";
import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { holdPaymentType, type PaymentTypeTerms, paymentTypeOf } from "../../merchants/mer-payment-type-cfg/index.ts";
import { type CardStop, codeUsedUp, limitBroken, type PastDecline, stopOf, type TriedCard } from "./acceptance.policy.ts";
import { declinesOfCard, takenSince } from "./acceptance.store.ts";
import { type MerchantFacts, merchantFacts, type OrderRow } from "./coin-order.store.ts";

/** The card of a payment, as far as deciding about it needs it. */
export interface OfferedCard {
  readonly fingerprint: string;
  readonly brand: string | null;
  readonly hasCvc: boolean;
}

/** What a merchant's settings ask of a payment that they let pass. */
export interface Accepted {
  readonly isThreeDsDemanded: boolean;
  /** Declines of the card at this merchant within thirty days. */
  readonly declines: readonly PastDecline[];
}

const thirtyDaysMs = 30 * 86_400_000;
const atMethod = (code: string) => ({ fields: [{ field: "paymentMethod", message: `coinOrder.${code}` }] });

function refusalOfStop(stop: CardStop) {
  const until = stop.until.toISOString();
  return stop.why === "final"
    ? refuse("coinOrder.cardFinallyDeclined", { code: stop.code, until }, { status: 422, ...atMethod("cardFinallyDeclined"), extras: { declineCode: stop.code, until } })
    : refuse("coinOrder.cardDeclinedTooOften", { count: stop.count, until }, { status: 422, ...atMethod("cardDeclinedTooOften"), extras: { until } });
}

function assertCard(
  ctx: Context,
  card: OfferedCard,
  { requireCvc }: PaymentTypeTerms,
  attempts: readonly TriedCard[],
  declines: readonly PastDecline[],
): void {
  if (requireCvc && !card.hasCvc) throw refuse("coinOrder.cvcRequired", {}, { status: 422, ...atMethod("cvcRequired") });
  const stop = stopOf(declines, card.brand, ctx.now);
  if (stop) throw refusalOfStop(stop);
  const code = codeUsedUp(attempts, card.fingerprint);
  if (code !== undefined)
    throw refuse("coinOrder.cardTriesUsedUp", { code }, { status: 422, ...atMethod("cardTriesUsedUp"), extras: { declineCode: code } });
}

/** Holds the limits of a payment type: of one payment, and of the merchant's day. */
async function assertWithinDay(
  ctx: Context,
  order: OrderRow,
  terms: PaymentTypeTerms,
  { timezone }: MerchantFacts,
): Promise<void> {
  const limits = terms.limits.find(({ currency }) => currency === order.currency);
  if (!limits) return;
  const amount = fromWire(order.amount, order.currency);
  const daily = limits.dailyMax;
  // Payments that count towards one day come one after the other while each is begun.
  if (daily) await holdPaymentType(ctx, terms.id);
  const since = startOfDay(localTime(ctx.now.getTime(), timezone).date, timezone);
  const today = daily
    ? await takenSince(ctx, order, { since: new Date(since), appId: terms.appId })
    : fromWire("0", order.currency);
  const found = limitBroken({ minimum: null, maximum: limits.perTransactionMax, daily }, amount, today);
  if (!found) return;
  const limit = formatMoney(found.limit, { language: ctx.request.locale });
  throw refuse(`coinOrder.${found.broken}`, { limit }, { status: 422, fields: [{ field: "amount", message: `coinOrder.${found.broken}` }] });
}

/**
 * Refuses what the merchant's settings and the schemes' rules do not let through: payments of a merchant that may not
 * take any, of a type that is switched off, beyond its limits, cards without the code that it demands, and cards that
 * must not be sent again. Asked when a payment begins, whatever was allowed when its order was made.
 */
export async function acceptPayment(
  ctx: Context,
  order: OrderRow,
  { card, attempts }: { readonly card: OfferedCard | null; readonly attempts: readonly TriedCard[] },
): Promise<Accepted> {
  const { merchantId, appId, paymentType, mode } = order;
  const since = new Date(ctx.now.getTime() - thirtyDaysMs);
  const [merchant, terms, declines] = await together([
    merchantFacts(ctx, merchantId),
    paymentTypeOf(ctx, { merchantId, appId, type: paymentType }),
    card ? declinesOfCard(ctx, { merchantId, mode, fingerprint: card.fingerprint, since }) : [],
  ]);
  if (!merchant.canPay) throw refuse("coinOrder.merchantMayNotPay", {}, { status: 403 });
  if (!terms) throw refuse("coinOrder.typeNotOffered", { type: paymentType }, { status: 403 });
  if (card) assertCard(ctx, card, terms, attempts, declines);
  await assertWithinDay(ctx, order, terms, merchant);
  return { isThreeDsDemanded: card !== null && terms.requireThreeDs, declines };
}
