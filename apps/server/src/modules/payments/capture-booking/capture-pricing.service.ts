import type { Agreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import type { CapturedVolumes, TieredTerms } from "@countinghouse/money/capture-charge.ts";
import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import { formatFxRate } from "@countinghouse/money/fx.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { regionOf } from "../../gateways/routing/index.ts";
import { addCapturedVolume, capturedVolumes, monthsAt } from "../../merchants/mer-payment-method-cfg/index.ts";
import {
  type CapturePrice,
  type CardRegion,
  dueDateOf,
  type FeeSnapshot,
  feeSnapshot,
  type PartSnapshot,
  priceCapture,
  priceFor,
  type RateInForce,
  rateOfCapture,
  snapshotOfPart,
} from "../agreement/index.ts";
import type { CaptureChange } from "../capture/index.ts";
import type { OrderChange, OrderRow } from "../order-record/index.ts";
import { type CapturedBefore, chargedIn, snapshotsIn, volumesBefore } from "./capture-before.service.ts";
import { entriesOfCapture } from "./capture-booking.postings.ts";

/** Stored figures of a capture, in minor units. An unpriced capture has none. */
export interface CaptureFigures {
  readonly settleCurrency: CurrencyCode;
  readonly settleAmount: string;
  readonly feeAmount: string | null;
  readonly feeTaxAmount: string | null;
  readonly netAmount: string | null;
  readonly gatewayCostAmount: string | null;
  readonly gatewayCostCurrency: CurrencyCode | null;
  readonly fxRate: string | null;
  readonly fx: Readonly<Record<string, unknown>> | null;
  readonly feeRule: PartSnapshot | null;
  /** ISO date. */
  readonly dueDate: string | null;
  readonly isPriced: boolean;
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** A capture's figures as its row stores them. */
export const storedFigures = ({ fx, feeRule, ...figures }: CaptureFigures): CaptureChange => ({
  ...figures,
  fx: json(fx),
  feeRule: json(feeRule),
});

/** A capture to price: when it was captured, and the payment's earlier captures. */
export interface CaptureToPrice {
  readonly id: string;
  /** In the order's currency. */
  readonly amount: Money;
  readonly before: CapturedBefore;
  readonly at: Date;
  /**
   * Whether the capture is booked in this transaction and not merely computed: then the rows it is priced from are
   * locked until its end.
   */
  readonly isBooked?: boolean;
}

/** A capture with its price and its terms from the agreement. */
export interface PricedCapture {
  readonly capture: CaptureToPrice;
  readonly agreement: Agreement;
  readonly price: CapturePrice;
  readonly rates: RateInForce | null;
  /** How the charge on everything captured so far was computed. */
  readonly snapshot: FeeSnapshot;
  readonly dueDate: string;
}

type Sum = "settleAmount" | "feeAmount" | "feeTaxAmount" | "netAmount";

/** A stored sum of the order; zero where it is unset or in another currency. */
const sumOf = (order: OrderRow, column: Sum, code: CurrencyCode): Money =>
  order.settleCurrency === code && order[column] !== null ? fromWire(order[column], code) : zero(code);

/**
 * Volumes for tiers: those before the payment's first capture, for all of its captures, so that splitting a payment
 * does not change its price.
 */
async function volumesOf(
  ctx: Context,
  order: OrderRow,
  { settlement, timezone }: Agreement,
  tierMode: TieredTerms["tierMode"],
  { before, at, isBooked = false }: CaptureToPrice,
): Promise<CapturedVolumes> {
  const code = currency(settlement.currency);
  const known = volumesBefore(before, code);
  if (known) return known;
  const { merchantId, mode } = order;
  return capturedVolumes(ctx, { merchantId, mode, currency: code, at, timezone, tierMode, isBooked });
}

const regionIn = ({ country }: Agreement, cardCountry: string | null): CardRegion => regionOf(country, cardCountry);

/**
 * Prices a capture by its agreement, after the order's earlier captures. Refuses nothing; throws for a broken
 * agreement.
 */
export async function priceByAgreement(
  ctx: Context,
  order: OrderRow,
  cardCountry: string | null,
  agreement: Agreement,
  capture: CaptureToPrice,
): Promise<PricedCapture> {
  const { amount, at } = capture;
  const rates = await rateOfCapture(ctx, agreement, amount.currency, at);
  const { tierMode, settlementDays } = priceFor(agreement, regionIn(agreement, cardCountry)).fee;
  const volumes = tierMode === "none" ? null : await volumesOf(ctx, order, agreement, tierMode, capture);
  const due = { capturedAt: at, ruleDays: settlementDays };
  const dueDate = await dueDateOf(ctx, order.tenantId, agreement, due);
  return priceBy(agreement, cardCountry, capture, { rates, volumes, dueDate });
}

/** Inputs to a capture's price besides its agreement; volumes are absent where no tier depends on them. */
export interface PricingFacts {
  readonly rates: RateInForce | null;
  readonly volumes: CapturedVolumes | null;
  readonly dueDate: string;
}

/** {@link priceByAgreement} with facts read before. */
export function priceBy(
  agreement: Agreement,
  cardCountry: string | null,
  capture: CaptureToPrice,
  { rates, volumes, dueDate }: PricingFacts,
): PricedCapture {
  const code = currency(agreement.settlement.currency);
  const region = regionIn(agreement, cardCountry);
  const nothing = zero(code);
  const { amount, before } = capture;
  const charged = chargedIn(before, code);
  const price = priceCapture(agreement, region, {
    amount,
    capturedBefore: before.captured,
    before: charged,
    volumes: volumes ?? { monthToDate: nothing, lastMonth: nothing },
    exchange: rates,
  });
  const value = add(charged.value, price.value);
  const snapshot = feeSnapshot(agreement, region, { value, charge: price.whole, volumes });
  return { capture, agreement, price, rates, snapshot, dueDate };
}

/** The ledger entries of a priced capture. */
export const entriesOf = (
  { merchantId }: Pick<OrderRow, "merchantId">,
  gatewayAccountId: string,
  { capture: { amount }, agreement: { country }, price, rates }: PricedCapture,
): Entry[] => {
  const { value, midValue, fee, tax, cost, passedOn } = price;
  const converted = rates ? { given: value, midValue } : null;
  return entriesOfCapture({ merchantId, gatewayAccountId, amount, converted, fee, tax, country, cost, passedOn });
};

/** Adds a priced capture to its merchant's monthly volume. */
export const countVolume = (
  ctx: Context,
  { merchantId, mode }: Pick<OrderRow, "merchantId" | "mode">,
  { capture: { at }, agreement: { timezone }, price: { value } }: PricedCapture,
): Promise<void> => addCapturedVolume(ctx, { merchantId, mode, amount: value, at, timezone });

/** The conversion of a capture for display: every figure of the line. */
function fxOf({ price: { value, midValue }, rates }: PricedCapture): Record<string, unknown> | null {
  if (!rates) return null;
  return {
    mid: formatFxRate(rates.mid),
    markup: rates.markup,
    rate: formatFxRate(rates.rate),
    midValue: toWire(midValue),
    markupAmount: String(midValue.amountMinor - value.amountMinor),
    route: rates.route,
    rateIds: rates.rateIds,
    lockedAt: rates.lockedAt,
  };
}

/** Changes of a priced capture to its order's figures, which sum all captures. */
export function changeOf(order: OrderRow, priced: PricedCapture): OrderChange {
  const { price, snapshot, rates, dueDate } = priced;
  const code = price.value.currency;
  const plus = (column: Sum, more: Money): string => toWire(add(sumOf(order, column, code), more));
  const fx = fxOf(priced);
  return {
    settleCurrency: code,
    settleAmount: plus("settleAmount", price.value),
    feeAmount: plus("feeAmount", price.fee),
    feeTaxAmount: plus("feeTaxAmount", price.tax),
    netAmount: plus("netAmount", price.net),
    gatewayCostAmount: String(BigInt(order.gatewayCostAmount ?? "0") + price.cost.amountMinor),
    gatewayCostCurrency: price.cost.currency,
    fxRate: rates && formatFxRate(rates.rate),
    fx: fx === null ? null : JSON.stringify(fx),
    feeRule: JSON.stringify(snapshot),
    dueDate,
  };
}

/** Figures of this priced capture alone. */
export function figuresOf(priced: PricedCapture): CaptureFigures {
  const { capture, agreement, price, snapshot, rates, dueDate } = priced;
  const { currency: code } = price.value;
  const { month } = monthsAt(capture.at.getTime(), agreement.timezone);
  const part = snapshotOfPart(snapshot, snapshotsIn(capture.before, code));
  return {
    settleCurrency: code,
    settleAmount: toWire(price.value),
    feeAmount: toWire(price.fee),
    feeTaxAmount: toWire(price.tax),
    netAmount: toWire(price.net),
    gatewayCostAmount: toWire(price.cost),
    gatewayCostCurrency: price.cost.currency,
    fxRate: rates && formatFxRate(rates.rate),
    fx: fxOf(priced),
    feeRule: { ...part, fee: toWire(price.fee), feeTax: toWire(price.tax), month },
    dueDate,
    isPriced: true,
  };
}
