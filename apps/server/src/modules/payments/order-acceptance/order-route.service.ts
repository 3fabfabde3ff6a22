import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { StoredAgreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import { convert, parseFxRate } from "@countinghouse/money/fx.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { CardDetails } from "../../gateways/connector/index.ts";
import { deviceOf, type PricedRoute, type RouteDecision, routeWithCosts } from "../../gateways/routing/index.ts";
import { type AgreedRoute, agreeOnRoute, type RuleDemands, readOffer } from "../agreement/index.ts";
import type { OrderParticulars, OrderRow } from "../order-record/index.ts";
import type { AttemptRow, NewAttempt } from "../payment-attempt/index.ts";
import { isDoubtful, isThreeDsForced, type PastDecline } from "./acceptance.policy.ts";
import {
  acceptPayment,
  assertWithinRule,
  type CardHistory,
  type MerchantSettings,
  type OfferedCard,
} from "./acceptance.service.ts";

/** How a payer pays. Card data lives here, in memory, from the request to the call, and is written nowhere. */
export interface PaymentDetails {
  /** Code of the catalogue; `card` for a card of any scheme. */
  readonly method: string;
  readonly card: CardDetails | null;
  readonly debitAccount?: string | null;
  readonly threeDs?: "automatic" | "force";
  /** For what the payer lets the merchant charge the card again without them. */
  readonly storeFor?: "recurring" | "unscheduled" | null;
  /** Who sent this; absent where it is neither, such as a payment that an operator tries out. */
  readonly sender?: "merchant" | "payer";
  /** Where the payer comes back to; the order's own address unless told. */
  readonly returnUrl?: string | null;
  /** What payers pay with on our page; else it is as their merchant told of the order. */
  readonly browser?: { readonly deviceId: string | undefined; readonly userAgent: string };
}

/**
 * How a payment is begun, whatever its order was made for: card data from a merchant's own server is `server_to_server`,
 * because that server holds card numbers, and whoever pays such an order themselves does it as on our page.
 */
export function paymentTypeOf(
  { paymentType }: Pick<OrderRow, "paymentType">,
  { sender, card }: PaymentDetails,
): OrderRow["paymentType"] {
  if (sender === "merchant" && card !== null && byPayer.includes(paymentType)) return "server_to_server";
  return sender === "payer" && paymentType === "server_to_server" ? "hosted_page" : paymentType;
}

/** Types in which the payer is the one who gives the card. */
const byPayer: readonly OrderRow["paymentType"][] = ["hosted_page", "payment_link", "virtual_page"];

/** The instrument a payment is made with, as far as it is stored. */
export interface PaymentInstrument {
  readonly method: string;
  readonly category: AttemptRow["methodCategory"];
  readonly card: Pick<NewAttempt, "cardBrand" | "cardBin" | "cardLast4" | "cardFingerprint">;
  /** What the payer agreed to beyond this payment; empty where that is nothing. */
  readonly consent: Pick<NewAttempt, "consentInitiator" | "consentUsage">;
}

/**
 * No account takes the payment. The accounts that were left out, with their reasons, are the cause: for the order's
 * timeline, never for the answer.
 */
export const noRoute = (excluded: RouteDecision["excluded"]) =>
  Object.assign(refuse("coinOrder.noRoute"), { cause: { excluded } });

/** Where a payment of an order with a method goes now, and what each account's provider charges. */
function routeOrder(
  ctx: Context,
  order: OrderRow,
  method: string,
  more: {
    readonly tried: readonly string[];
    readonly force: boolean;
    readonly issuerCountry: string | null;
    /** What the payer's browser says of itself. */
    readonly userAgent?: string | null;
  },
): Promise<PricedRoute> {
  return routeWithCosts(ctx, {
    merchantId: order.merchantId,
    orderNo: order.orderNo,
    mode: order.mode,
    amount: fromWire(order.amount, order.currency),
    method,
    appId: order.appId,
    country: order.country,
    binCountry: more.issuerCountry,
    hasCard: method.startsWith("card_"),
    type: order.paymentType,
    captureMethod: order.captureMethod,
    triedAccountIds: more.tried,
    needsThreeDs: more.force,
    device: deviceOf(more.userAgent),
    at: ctx.now,
  });
}

/** A payment that is about to begin. */
interface PaymentToBegin {
  readonly order: OrderRow;
  readonly attempts: readonly AttemptRow[];
  readonly particulars: Pick<OrderParticulars, "ipCountry" | "userAgent">;
  readonly instrument: PaymentInstrument;
  readonly details: PaymentDetails;
  /** Accounts that were asked in this visit already, and how the last of them declined. */
  readonly tried?: readonly string[];
  readonly declined?: PastDecline | null;
  readonly settings?: MerchantSettings | undefined;
  readonly history?: CardHistory | undefined;
}

/** The card that is offered, as far as deciding about it needs it; null where it is none. */
export function offeredCard(
  { card: kept }: Pick<PaymentInstrument, "card">,
  { card }: PaymentDetails,
): OfferedCard | null {
  const { cardFingerprint: fingerprint, cardBrand: brand = null } = kept;
  if (!fingerprint) return null;
  return { fingerprint, digits: card?.number.slice(0, 11) ?? "", brand, hasCvc: (card?.cvc ?? null) !== null };
}

/** What the order comes to in the settlement currency of its agreement. */
const settledValue = ({ amount, currency }: OrderRow, { exchange, settlement }: StoredAgreement): Money => {
  const asked = fromWire(amount, currency);
  return exchange ? convert(asked, parseFxRate(exchange.rate), settlement.currency) : asked;
};

/**
 * Where a payment goes that settings, schemes and prices let through, and whether 3-D Secure is forced on it: for the
 * first account of a visit and for every one after it.
 */
export async function acceptedRoute(ctx: Context, offered: PaymentToBegin) {
  const { order, attempts, particulars, instrument, details, tried = [], declined = null, settings, history } = offered;
  const card = offeredCard(instrument, details);
  const { storeFor = null, sender } = details;
  const offer = { card, storeFor, sender, attempts, declined, settings, history };
  const accepted = await acceptPayment(ctx, order, offer);
  const { issuerCountry } = accepted;
  const { ipCountry } = particulars;
  const userAgent = sender === "payer" ? ctx.request.userAgent : particulars.userAgent;
  const isForcedBy = (policy: RuleDemands["threeDsPolicy"]): boolean =>
    card !== null &&
    isThreeDsForced({
      isAsked: details.threeDs === "force",
      isDemanded: accepted.isThreeDsDemanded,
      policy,
      isDoubtful: isDoubtful(accepted.declines, { ipCountry, country: order.country, issuerCountry }, ctx.now),
    });
  const expected = isForcedBy("inherit");
  const first = await agreedRoute(ctx, order, instrument, { tried, force: expected, issuerCountry, userAgent });
  const isForced = first.demands ? isForcedBy(first.demands.threeDsPolicy) : expected;
  // An account that cannot authenticate is no account for a payment whose price demands it.
  const isOther = isForced !== expected;
  const other = { tried, force: isForced, issuerCountry, userAgent };
  const again = isOther ? await agreedRoute(ctx, order, instrument, other) : first;
  const isForcedThere = isOther && again.demands ? isForcedBy(again.demands.threeDsPolicy) : isForced;
  // What was looked for without authentication and demands it after all: the first one authenticates and asks for none.
  const isFirst = isForcedThere && !isForced;
  const { decision, agreement, demands, refusal } = isFirst ? first : again;
  const { chosen } = decision;
  if (!chosen) throw refusal ?? noRoute(decision.excluded);
  if (demands && agreement)
    await assertWithinRule(ctx, order, demands, settledValue(order, agreement), accepted.dayBegan);
  return {
    isForced: isFirst ? isForced : isForcedThere,
    decision,
    chosen,
    agreement,
    issuerCountry,
    isCardKnown: accepted.hasPaid,
  };
}

/** Where a payment goes among the accounts on which it is priced, with its agreement there. */
export async function agreedRoute(
  ctx: Context,
  order: OrderRow,
  { method, category }: Pick<PaymentInstrument, "method" | "category">,
  more: Parameters<typeof routeOrder>[3],
): Promise<AgreedRoute> {
  const { merchantId, currency } = order;
  const [route, offer] = await together([
    routeOrder(ctx, order, method, more),
    readOffer(ctx, { merchantId, currency, method, methodCategory: category }),
  ]);
  return agreeOnRoute(ctx, offer, route, fromWire(order.amount, currency), more.issuerCountry);
}
