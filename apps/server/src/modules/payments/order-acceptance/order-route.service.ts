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

/** How a payer pays. Card data stays in memory from the request to the gateway call and is never stored. */
export interface PaymentDetails {
  /** Method code of the catalogue; `card` for any scheme. */
  readonly method: string;
  readonly card: CardDetails | null;
  readonly debitAccount?: string | null;
  readonly threeDs?: "automatic" | "force";
  /** Agreed future use, if the payer lets the merchant charge the card again without them. */
  readonly storeFor?: "recurring" | "unscheduled" | null;
  /** Who sent the payment; absent for neither, such as an operator's test payment. */
  readonly sender?: "merchant" | "payer";
  /** Return URL of the payer; the order's own by default. */
  readonly returnUrl?: string | null;
  /** The payer's browser on our payment page; otherwise the merchant's data of the order is used. */
  readonly browser?: { readonly deviceId: string | undefined; readonly userAgent: string };
}

/**
 * The payment type, which depends on who gives the card: card data from a merchant's own server is `server_to_server`,
 * because that server handles card numbers. A payer who pays such an order on our page is treated as on any hosted
 * page.
 */
export function paymentTypeOf(
  { paymentType }: Pick<OrderRow, "paymentType">,
  { sender, card }: PaymentDetails,
): OrderRow["paymentType"] {
  if (sender === "merchant" && card !== null && byPayer.includes(paymentType)) return "server_to_server";
  return sender === "payer" && paymentType === "server_to_server" ? "hosted_page" : paymentType;
}

/** Payment types in which the payer enters the card. */
const byPayer: readonly OrderRow["paymentType"][] = ["hosted_page", "payment_link", "virtual_page"];

/** The stored part of a payment's instrument. */
export interface PaymentInstrument {
  readonly method: string;
  readonly category: AttemptRow["methodCategory"];
  readonly card: Pick<NewAttempt, "cardBrand" | "cardBin" | "cardLast4" | "cardFingerprint">;
  /** Consent of the payer beyond this payment; empty without one. */
  readonly consent: Pick<NewAttempt, "consentInitiator" | "consentUsage">;
}

/**
 * No account takes the payment. The excluded accounts with their reasons are the error's cause: for the order's
 * timeline, never for the answer.
 */
export const noRoute = (excluded: RouteDecision["excluded"]) =>
  Object.assign(refuse("coinOrder.noRoute"), { cause: { excluded } });

/** Routes a payment by method now, with each account's gateway fee. */
function routeOrder(
  ctx: Context,
  order: OrderRow,
  method: string,
  more: {
    readonly tried: readonly string[];
    readonly force: boolean;
    readonly issuerCountry: string | null;
    /** User agent of the payer's browser. */
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

/** A payment about to begin. */
interface PaymentToBegin {
  readonly order: OrderRow;
  readonly attempts: readonly AttemptRow[];
  readonly particulars: Pick<OrderParticulars, "ipCountry" | "userAgent">;
  readonly instrument: PaymentInstrument;
  readonly details: PaymentDetails;
  /** Accounts tried already in this visit, and the last decline. */
  readonly tried?: readonly string[];
  readonly declined?: PastDecline | null;
  readonly settings?: MerchantSettings | undefined;
  readonly history?: CardHistory | undefined;
}

/** The offered card, as far as the decision needs it; null for other methods. */
export function offeredCard(
  { card: kept }: Pick<PaymentInstrument, "card">,
  { card }: PaymentDetails,
): OfferedCard | null {
  const { cardFingerprint: fingerprint, cardBrand: brand = null } = kept;
  if (!fingerprint) return null;
  return { fingerprint, digits: card?.number.slice(0, 11) ?? "", brand, hasCvc: (card?.cvc ?? null) !== null };
}

/** The order's amount in the settlement currency of its agreement. */
const settledValue = ({ amount, currency }: OrderRow, { exchange, settlement }: StoredAgreement): Money => {
  const asked = fromWire(amount, currency);
  return exchange ? convert(asked, parseFxRate(exchange.rate), settlement.currency) : asked;
};

/**
 * Route of a payment that settings, scheme rules and prices allow, and whether 3-D Secure is forced. Used for the
 * first account of a visit and for every fail-over.
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
  // An account without 3-D Secure is unsuitable where the price requires it.
  const isOther = isForced !== expected;
  const other = { tried, force: isForced, issuerCountry, userAgent };
  const again = isOther ? await agreedRoute(ctx, order, instrument, other) : first;
  const isForcedThere = isOther && again.demands ? isForcedBy(again.demands.threeDsPolicy) : isForced;
  // The route without 3-D Secure leads to a fee rule that forces it: the first route is kept, whose account supports
  // 3-D Secure and whose rule does not force it.
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

/** Route among the accounts with a price, with the agreement. */
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
