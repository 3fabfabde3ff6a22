import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { testOrderPrefix } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { currency as knownCurrency, minorPerMajor } from "@countinghouse/money/currency.ts";
import { add, type Money, money, zero } from "@countinghouse/money/money.ts";
import type { NewOrder, PaymentDetails } from "../modules/payments/order-acceptance/index.ts";
import type { RefundRequest } from "../modules/payments/refund-processing/index.ts";
import { businessNumber } from "../platform/db/business-number.ts";
import type { Platform } from "../platform/platform.ts";
import { type DemoEnding, demoDeclines } from "./demo-orders.ts";
import { type DemoPayer, payerIn } from "./demo-payers.ts";
import { demoShops, type ShopPlan } from "./demo-shops.ts";
import { orderTimes } from "./demo-times.ts";
import { dayMs } from "./seed-context.ts";
import { SeededRandom } from "./seeded-random.ts";

/** A merchant of the demonstration that trades. */
export interface TradingMerchant {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly appId: string;
  readonly appNo: string;
  readonly currency: string;
  readonly timezone: string;
  readonly since: string;
  readonly legalName: string;
}

/** One payment of an order: when, by what, and what its gateway will say. */
export interface PaymentPlan {
  readonly at: number;
  readonly means: PaymentDetails;
  /** Where the card was issued; null for a wallet. */
  readonly country: string | null;
  readonly ending: DemoEnding;
}

/** An order of the demonstration with everything that happens to it. Instants are epoch milliseconds. */
export interface OrderPlan {
  readonly at: number;
  readonly order: NewOrder;
  readonly payments: readonly PaymentPlan[];
  /** Where the payer gives up before paying at all. */
  readonly canceledAt: number | null;
  /** Where the money is reserved first, and taken then. */
  readonly capturedAt: number | null;
  /** What goes back, where the order is paid by then. */
  readonly refund: DemoRefundPlan | null;
}

/** A refund that a merchant's shop asks for. The instant is in epoch milliseconds. */
export interface DemoRefundPlan {
  readonly at: number;
  /** The share of the payment that goes back, in percent. */
  readonly percent: number;
  readonly reason: RefundRequest["reason"];
}

const historyDays = 365;
/** The youngest order is so old; payers of the last half hour may still be at it. */
const lastMs = 120_000;
/** Orders that are not shipped yet when the product starts are of these days. */
const unshippedDays = 6;
/** Of a hundred orders, so many are sent back in whole or in part. */
const refundedPercent = 4;
const refundReasons: readonly RefundRequest["reason"][] = [
  "requested_by_customer",
  "requested_by_customer",
  "requested_by_customer",
  "product_unacceptable",
  "product_not_received",
  "duplicate",
];
const hourMs = 3_600_000;
const places = Object.keys(demoShops);

/** Everything a trade's plan is drawn from. */
interface Drawing {
  readonly random: SeededRandom;
  readonly shop: ShopPlan;
  readonly trade: TradingMerchant;
  readonly payers: readonly DemoPayer[];
  readonly abroad: readonly DemoPayer[];
  readonly locale: Locale;
  readonly now: number;
}

/** A year of a merchant's orders until now, the same in every run: by its hours, its prices and its people. */
export function planOrders(
  { clock, config }: Pick<Platform, "clock" | "config">,
  trade: TradingMerchant,
  share = 1,
): OrderPlan[] {
  const shop = demoShops[trade.legalName];
  if (!shop) throw new Error(`the demonstration has no shop of ${trade.legalName}`);
  const place = places.indexOf(trade.legalName);
  const random = new SeededRandom(1_000 + place);
  const now = clock.now().getTime();
  const peopleOf = (countries: readonly string[], count: number) =>
    Array.from({ length: count }, (_, index) => payerIn(random, random.pick(countries), index + 1));
  const drawing: Drawing = {
    random,
    shop,
    trade,
    payers: peopleOf(shop.countries, Math.ceil(shop.orders * 0.55)),
    abroad: shop.abroad ? peopleOf(shop.abroad.countries, Math.ceil(shop.orders * 0.08)) : [],
    locale: config.language,
    now,
  };
  const from = Math.max(Date.parse(trade.since) + dayMs, now - historyDays * dayMs);
  const count = Math.max(1, Math.round(shop.orders * share));
  const times = orderTimes(random, count, { from, until: now - lastMs, zone: trade.timezone });
  const plans = times.map((at, index) => planOf(drawing, at, `SHOP-${10_000 + place * 2_000 + index}`));
  // It takes the place of an order that nobody paid for, so that the year brings what it was to bring.
  const unpaid = Math.max(
    0,
    plans.findIndex(({ canceledAt }) => canceledAt !== null),
  );
  return [testPlan(trade, (times[0] ?? from) - hourMs), ...withLateReturns(plans.toSpliced(unpaid, 1), now)];
}

/** What a merchant's way to live payments ends with: one unit of its currency, by a card that gateways keep for tests. */
function testPlan({ currency }: TradingMerchant, at: number): OrderPlan {
  const code = knownCurrency(currency);
  const means = cardDetails("4008400010000004", at);
  return {
    at,
    order: {
      merchantOrderNo: businessNumber(testOrderPrefix, new Date(at)),
      amount: money(minorPerMajor(code), code),
      paymentType: "hosted_page",
      payer: {},
    },
    payments: [{ at: at + 2_000, means, country: "US", ending: { kind: "captured" } }],
    canceledAt: null,
    capturedAt: null,
    refund: null,
  };
}

/** Goods that came back after more than ninety days, which somebody looks at before money goes: asked for so lately that they wait. */
const lateReturns = 2;
const lateDays = { least: 92, most: 150 };

function withLateReturns(plans: readonly OrderPlan[], now: number): OrderPlan[] {
  const isLate = ({ at, payments, refund }: OrderPlan): boolean =>
    at > now - lateDays.most * dayMs &&
    at < now - lateDays.least * dayMs &&
    refund === null &&
    payments.length === 1 &&
    payments[0]?.ending.kind === "captured";
  const late = plans.filter(isLate).slice(0, lateReturns);
  return plans.map((plan) => {
    const place = late.indexOf(plan);
    if (place < 0) return plan;
    return { ...plan, refund: { at: now - (18 + place * 23) * hourMs, percent: 100, reason: "product_unacceptable" } };
  });
}

function planOf(drawing: Drawing, at: number, merchantOrderNo: string): OrderPlan {
  const { random, shop, payers, abroad, now } = drawing;
  const isAbroad = abroad.length > 0 && random.chance(0.14);
  const people = isAbroad ? abroad : payers;
  // A few come back again and again.
  const payer = people[Math.floor(random.next() ** 1.7 * people.length)] ?? (people[0] as DemoPayer);
  const isManual = random.chance(shop.manualShare ?? 0);
  const isGivenUp = random.chance(0.05);
  const payments = isGivenUp ? [] : paymentsOf(drawing, payer, at, isManual);
  const isUnshipped = at > now - unshippedDays * dayMs && random.chance(0.6);
  return {
    at,
    order: orderOf(drawing, { payer, merchantOrderNo, isAbroad, isManual }),
    payments,
    canceledAt: isGivenUp ? at + random.between(2, 20) * 60_000 : null,
    capturedAt: isManual && !isUnshipped ? at + random.between(60, 480) * 60_000 : isManual ? now : null,
    refund: random.chance(refundedPercent / 100) ? refundOf(random, at) : null,
  };
}

/** Most of what goes back is returned goods, some days after they were bought. */
const refundOf = (random: SeededRandom, from: number): DemoRefundPlan => ({
  at: from + random.between(10, 24 * 18) * hourMs,
  percent: random.pick([100, 100, 100, 50, 25]),
  reason: random.pick(refundReasons),
});

interface Basket {
  readonly payer: DemoPayer;
  readonly merchantOrderNo: string;
  readonly isAbroad: boolean;
  readonly isManual: boolean;
}

function orderOf({ random, shop, trade, locale }: Drawing, { payer, isAbroad, isManual, ...named }: Basket): NewOrder {
  const code = knownCurrency(isAbroad ? (shop.abroad?.currency ?? trade.currency) : trade.currency);
  const factor = isAbroad ? (shop.abroad?.factor ?? 1) : 1;
  const chosen = new Set(Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => random.pick(shop.products)));
  const items = [...chosen].map(({ name, price }) => {
    const quantity = random.pick([1, 1, 1, 1, 2, 3]);
    const hundredths = BigInt(Math.round(Number(price) * factor * 100));
    const unitAmount = money((hundredths * minorPerMajor(code)) / 100n, code);
    const amount = money(unitAmount.amountMinor * BigInt(quantity), code);
    return { sku: null, name: name[locale], quantity, unitAmount, amount };
  });
  return {
    ...named,
    amount: items.reduce((sum: Money, { amount }) => add(sum, amount), zero(code)),
    items,
    paymentType: "hosted_page",
    captureMethod: isManual ? "manual" : "automatic",
    payer: { name: payer.name, email: payer.email },
    billingAddress: { country: payer.country },
    ipCountry: payer.country,
    ip: `203.0.113.${random.between(1, 254)}`,
  };
}

/** The tries of one visit: most payers are through at once, some try again, some never come back. */
function paymentsOf({ random }: Drawing, payer: DemoPayer, from: number, isManual: boolean): PaymentPlan[] {
  const payments: PaymentPlan[] = [];
  const paid: DemoEnding = { kind: isManual ? "authorized" : "captured" };
  const wallet = isManual ? null : payer.wallet;
  let at = from + random.between(20, 240) * 1000;
  for (let tries = 0; tries < 3; tries += 1) {
    const card = tries === 0 || random.chance(0.45) ? payer.cards[0] : payer.cards.at(-1);
    const isFirstCard = card === payer.cards[0];
    const ending = endingOf(random, paid, payer.isBarred && isFirstCard, isFirstCard && tries > 0);
    const isByWallet = wallet !== null && tries === 0;
    payments.push({
      at,
      ending,
      country: isByWallet ? null : (card?.country ?? null),
      means: isByWallet ? { method: wallet, card: null } : cardDetails(card?.number ?? "", at),
    });
    if (ending.kind !== "declined" || !random.chance(0.6)) break;
    at += random.between(30, 300) * 1000;
  }
  return payments;
}

const cardDetails = (number: string, at: number): PaymentDetails => ({
  method: "card",
  card: { number, expMonth: 12, expYear: new Date(at).getUTCFullYear() + 2, cvc: "123", holderName: null },
});

/** What a gateway says: a bank that said no a minute ago mostly says it again. */
function endingOf(random: SeededRandom, paid: DemoEnding, isBarred: boolean, isAgain: boolean): DemoEnding {
  const chance = random.next();
  if (isBarred || chance < (isAgain ? 0.5 : 0.115)) return { kind: "declined", code: random.pick(demoDeclines) };
  return chance > 0.97 ? { kind: "left" } : paid;
}
