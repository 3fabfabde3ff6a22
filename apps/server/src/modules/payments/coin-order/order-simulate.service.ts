import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import type { OrderPrice, OrderSimulation } from "@countinghouse/contract/payments/coin-order/order-simulation.ts";
import { formatFxRate } from "@countinghouse/money/fx.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { agreementOf } from "../agreement/index.ts";
import { nothingBefore, priceByAgreement } from "../capture-booking/index.ts";
import { agreedRoute } from "../order-acceptance/index.ts";
import { categoryOf, type OrderRow, readOrderRow } from "../order-record/index.ts";
import { type AttemptRow, attemptRows } from "../payment-attempt/index.ts";
import { findMerchantOfOrder } from "./order-detail.store.ts";

/** Payment method to simulate; for one that was tried, with its agreement. */
type SimulatedMethod = Pick<AttemptRow, "paymentMethod" | "methodCategory" | "cardCountry"> & {
  readonly agreement: unknown;
};

/** The requested method, or else that of the latest attempt. */
async function meansOf(ctx: Context, order: OrderRow, asked: string | null | undefined): Promise<SimulatedMethod> {
  const attempts = await attemptRows(ctx, order.merchantId, order.id);
  const latest = attempts.at(-1);
  if (latest && (!asked || asked === latest.paymentMethod)) return latest;
  if (!asked) throw refuse("coinOrder.methodNeeded");
  const methodCategory = await categoryOf(ctx, order.tenantId, asked);
  if (!methodCategory) throw refuse("coinOrder.methodUnknown", { method: asked });
  return { paymentMethod: asked, methodCategory, cardCountry: latest?.cardCountry ?? null, agreement: null };
}

type Priced = Pick<OrderSimulation, "price" | "rate" | "rule" | "problem">;

const unpriced = (problem: string): Priced => ({ price: null, rate: null, rule: null, problem });

/** The price of the whole order by an agreement, as if nothing had been captured. */
async function priceOf(
  ctx: Context,
  order: OrderRow,
  means: SimulatedMethod,
  amount: Money,
  { stored, at }: { readonly stored: unknown; readonly at: Date },
): Promise<Priced> {
  const agreement = agreementOf({ agreement: stored });
  if (!agreement) return unpriced("coinOrder.noRoute");
  const capture = { id: "", amount, before: nothingBefore(order), at };
  const { price, rates, snapshot } = await priceByAgreement(ctx, order, means.cardCountry, agreement, capture);
  const { value, fee, tax, net, cost } = price;
  return {
    price: {
      currency: value.currency,
      value: toWire(value),
      fee: toWire(fee),
      tax: toWire(tax),
      net: toWire(net),
      cost: toWire(cost),
      costCurrency: cost.currency,
    },
    rate: rates && formatFxRate(rates.rate),
    rule: { id: snapshot.ruleId, percent: snapshot.percent, fixed: snapshot.fixed },
    problem: null,
  };
}

/** What was booked for the order; null where nothing was. */
function bookedOf(order: OrderRow): OrderPrice | null {
  const { settleCurrency, settleAmount, feeAmount, feeTaxAmount, netAmount, gatewayCostAmount, gatewayCostCurrency } =
    order;
  if (!settleCurrency || !settleAmount || !feeAmount || !netAmount) return null;
  return {
    currency: settleCurrency,
    value: settleAmount,
    fee: feeAmount,
    tax: feeTaxAmount ?? "0",
    net: netAmount,
    cost: gatewayCostAmount ?? "0",
    costCurrency: gatewayCostCurrency ?? settleCurrency,
  };
}

/**
 * Simulates where the order would be routed and what it would cost by the present rules and terms. Sends and stores
 * nothing. For the operator only: the answer shows costs and other accounts.
 */
export async function simulateOrder(
  ctx: Context,
  { id, merchantId: named, method }: InputOf<typeof coinOrder.operations.simulate>,
): Promise<OrderSimulation> {
  const merchantId = await findMerchantOfOrder(ctx, id, named);
  const order = await readOrderRow(ctx, { merchantId, orderId: id });
  const means = await meansOf(ctx, order, method);
  const taken = order.capturedAmount === "0" ? order.amount : order.capturedAmount;
  const amount = fromWire(taken, order.currency);
  const asked = { method: means.paymentMethod, category: means.methodCategory };
  const more = { tried: [], force: false, issuerCountry: means.cardCountry };
  const { decision: route, agreement, refusal } = await agreedRoute(ctx, order, asked, more);
  const agreed = await priceOf(ctx, order, means, amount, {
    stored: means.agreement,
    at: order.paidTime ? new Date(order.paidTime) : ctx.now,
  });
  const priced = refusal
    ? unpriced(refusal.code)
    : await priceOf(ctx, order, means, amount, { stored: agreement, at: ctx.now });
  return {
    method: means.paymentMethod,
    amount: taken,
    currency: order.currency,
    route: {
      ...route,
      candidates: [...route.candidates],
      excluded: route.excluded.map((one) => ({ ...one, reasons: [...one.reasons] })),
    },
    ...priced,
    agreed: agreed.price,
    booked: bookedOf(order),
    bookedAccountId: order.gatewayAccountId,
  };
}
