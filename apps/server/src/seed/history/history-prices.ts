import type { Agreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import type { BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { type SettlementFrequency, settlementDate } from "@countinghouse/money/settlement-date.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { isCapable, refundSupportOf } from "../../modules/gateways/gateway-account/index.ts";
import { type RouteChoice, readSnapshot, routeBy } from "../../modules/gateways/routing/index.ts";
import { type AccountTerms, calendarsOf, termsInForce } from "../../modules/merchants/merchant-account-cfg/index.ts";
import {
  type AgreedRoute,
  agreementOf,
  agreeOnRoute,
  type PriceOffer,
  readOffer,
} from "../../modules/payments/agreement/index.ts";
import type { PaymentInstrument } from "../../modules/payments/order-acceptance/index.ts";
import type { OrderRow } from "../../modules/payments/order-record/index.ts";
import type { AttemptRow } from "../../modules/payments/payment-attempt/index.ts";
import type { Context } from "../../platform/http/context.ts";

/** Answers what was answered before for the same key. */
function remembered<V>(read: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const known = new Map<string, Promise<V>>();
  return (key) => {
    const found = known.get(key) ?? read(key);
    known.set(key, found);
    return found;
  };
}

const isSameRoute = (one: AgreedRoute["decision"], other: AgreedRoute["decision"]): boolean =>
  one.excluded.length === other.excluded.length;

/**
 * What prices and routes a merchant's payments. None of it changes in the year that is made, so that each part is read once
 * and the same rules decide from memory as decide about every payment.
 */
export class HistoryPrices {
  readonly #ctx: Context;
  readonly #tenantId: number;
  readonly #merchantId: string;

  constructor(ctx: Context, { merchantId, tenantId }: { readonly merchantId: string; readonly tenantId: number }) {
    this.#ctx = ctx;
    this.#tenantId = tenantId;
    this.#merchantId = merchantId;
  }

  #snapshot = remembered((key) => {
    const { method, currency, appId, mode } = JSON.parse(key) as Record<"method" | "currency" | "appId", string> &
      Pick<RouteChoice, "mode">;
    const amount = fromWire("1", currency);
    const asked = {
      merchantId: this.#merchantId,
      mode,
      amount,
      appId,
      binCountry: null,
      methods: [method],
      at: this.#ctx.now,
    };
    return readSnapshot(this.#ctx, asked);
  });

  #offer = remembered((key): Promise<PriceOffer> => {
    const asked = JSON.parse(key) as Pick<PriceOffer, "currency" | "method" | "methodCategory">;
    return readOffer(this.#ctx, { ...asked, merchantId: this.#merchantId });
  });

  /** The terms by which a currency is settled. */
  terms = remembered(async (currency): Promise<AccountTerms> => {
    const terms = await termsInForce(this.#ctx, { merchantId: this.#merchantId, currency, at: this.#ctx.now });
    if (!terms) throw new Error(`${this.#merchantId} is not settled in ${currency}`);
    return terms;
  });

  #calendars = remembered(
    (codes): Promise<BusinessCalendar[]> => calendarsOf(this.#ctx, this.#tenantId, JSON.parse(codes) as string[]),
  );

  #refunds = remembered((key) => {
    const asked = JSON.parse(key) as { gatewayAccountId: string; method: string; currency: string };
    return refundSupportOf(this.#ctx, asked);
  });

  #parts = remembered((key) => {
    const asked = JSON.parse(key) as { gatewayAccountId: string; paymentMethod: string };
    return isCapable(this.#ctx, { ...asked, capability: "partial_refund" });
  });

  /** What refunds of a payment cost and until when they are made, and whether in parts. */
  async refundSupport({ gatewayAccountId, paymentMethod, currency }: AttemptRow) {
    const support = await this.#refunds(JSON.stringify({ gatewayAccountId, method: paymentMethod, currency }));
    return { ...support, inParts: await this.#parts(JSON.stringify({ gatewayAccountId, paymentMethod })) };
  }

  /** Where a payment goes at an instant, and what is agreed on for it there. */
  async route(
    ctx: Context,
    order: OrderRow,
    { method, category }: Pick<PaymentInstrument, "method" | "category">,
    triedAccountIds: readonly string[],
  ): Promise<AgreedRoute> {
    const { merchantId, currency, appId, mode } = order;
    const amount = fromWire(order.amount, currency);
    const choice: RouteChoice = {
      merchantId,
      orderNo: order.orderNo,
      mode,
      amount,
      method,
      appId,
      country: order.country,
      binCountry: null,
      hasCard: method.startsWith("card_"),
      type: order.paymentType,
      captureMethod: order.captureMethod,
      triedAccountIds: [...triedAccountIds],
      needsThreeDs: false,
      device: null,
      at: ctx.now,
    };
    const snapshot = await this.#snapshot(JSON.stringify({ method, currency, appId, mode }));
    const offer = await this.#offer(JSON.stringify({ currency, method, methodCategory: category }));
    const route = routeBy(snapshot, choice);
    const key = [method, currency, ...route.decision.candidates.map((one) => one.gatewayAccountId)].join();
    const known = this.#agreed.get(key);
    if (known) return { ...known, decision: route.decision };
    const agreed = await agreeOnRoute(ctx, { ...offer, at: ctx.now }, route, amount, null);
    // What is converted has a rate of its own moment, and what was left out may have been for its amount.
    const isAlways = agreed.agreement && !agreed.agreement.exchange && isSameRoute(agreed.decision, route.decision);
    if (isAlways) this.#agreed.set(key, agreed);
    return agreed;
  }

  /** What is agreed on for routes over the same accounts, whatever their payment comes to. */
  readonly #agreed = new Map<string, AgreedRoute>();

  /** The agreement of an attempt, read once however often it is asked for. */
  agreementOf({ agreement }: Pick<AttemptRow, "agreement">): Agreement {
    const text = String(agreement);
    const known = this.#read.get(text) ?? agreementOf({ agreement: JSON.parse(text) });
    if (!known) throw new Error("an attempt of the history has no agreement");
    this.#read.set(text, known);
    return known;
  }

  readonly #read = new Map<string, Agreement>();

  /** When a capture of an instant is settled. */
  async dueDate({ settlement }: Agreement, ruleDays: number | null, at: Date): Promise<string> {
    const { zone, cutOffSeconds } = settlement;
    const days = ruleDays ?? settlement.days;
    const calendars = await this.#calendars(JSON.stringify(settlement.calendars));
    const frequency = settlement.frequency as SettlementFrequency;
    return settlementDate(at.getTime(), { days, zone, cutOffSeconds, frequency, calendars });
  }
}
