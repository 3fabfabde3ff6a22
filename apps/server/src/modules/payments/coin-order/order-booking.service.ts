import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { formatFxRate, quoteSale } from "@countinghouse/money/fx.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";
import { settlementDate } from "@countinghouse/money/settlement-date.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { postEntries } from "../../funds/ledger/index.ts";
import { findRate } from "../../funds/rate/index.ts";
import { costOf, taxRateOf } from "../../gateways/gateway-account/index.ts";
import { regionOf } from "../../gateways/routing/index.ts";
import {
  addCapturedVolume,
  candidateRules,
  type FeeRuleRow,
  feeOfCapture,
  feeRuleAmong,
} from "../../merchants/mer-payment-method-cfg/index.ts";
import { type AccountTerms, termsInForce } from "../../merchants/merchant-account-cfg/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { entriesOfCapture, netOfCapture, type PricedCapture } from "./coin-order.postings.ts";
import { type MerchantFacts, merchantFacts, type OrderChange, type OrderRow } from "./coin-order.store.ts";

type Priced = Pick<OrderRow, "merchantId" | "currency">;
type Tried = Pick<AttemptRow, "paymentMethod" | "methodCategory" | "gatewayAccountId" | "cardCountry">;

/** By what an order's money is priced and settled. */
export interface OrderTerms {
  readonly account: AccountTerms;
  readonly rule: FeeRuleRow;
  /** Its country decides about domestic cards and tax. */
  readonly merchant: MerchantFacts;
}

/** What is agreed with a merchant about a method, as far as it does not depend on the account a payment goes to. */
export interface Agreement {
  readonly account: AccountTerms | undefined;
  readonly rules: readonly FeeRuleRow[];
  readonly merchant: MerchantFacts;
}

/** Reads what is agreed, at once. Asked before the money is, and again when it is booked: it may have changed. */
export async function agreementOf(
  ctx: Context,
  { merchantId, currency }: Priced,
  { paymentMethod: method, methodCategory }: Pick<Tried, "paymentMethod" | "methodCategory">,
): Promise<Agreement> {
  const at = ctx.now;
  const [account, rules, merchant] = await together([
    termsInForce(ctx, { merchantId, currency, at }),
    candidateRules(ctx, { merchantId, method, methodCategory, at }),
    merchantFacts(ctx, merchantId),
  ]);
  return { account, rules, merchant };
}

/**
 * The terms of a payment. Refuses where nothing is agreed and where no rule prices it: nothing is ever taken for free
 * by mistake.
 */
export function termsOfPayment(ctx: Context, order: Priced, attempt: Tried, agreement: Agreement): OrderTerms {
  const { merchantId, currency } = order;
  const { account, rules, merchant } = agreement;
  if (!account)
    throw refuse("merPaymentMethodCfg.feeRuleMissing", { method: attempt.paymentMethod, currency }, { status: 409 });
  const rule = feeRuleAmong(rules, {
    merchantId,
    method: attempt.paymentMethod,
    methodCategory: attempt.methodCategory,
    currency: account.settlementCurrency,
    gatewayAccountId: attempt.gatewayAccountId,
    cardRegion: regionOf(merchant.country, attempt.cardCountry),
    at: ctx.now,
  });
  return { account, rule, merchant };
}

interface Valued {
  /** The captured amount in the settlement currency. */
  readonly value: Money;
  readonly converted: PricedCapture["converted"];
  readonly fx: Record<string, unknown> | null;
  readonly rate: string | null;
  /** Another amount of the order's currency, at the mid rate. */
  readonly atMid: (amount: Money) => Money;
}

/** What an amount is worth in the settlement currency, at the rate of now with the merchant's markup. */
async function worthOf(ctx: Context, amount: Money, terms: AccountTerms): Promise<Valued> {
  const into = terms.settlementCurrency;
  if (into === amount.currency)
    return { value: amount, converted: null, fx: null, rate: null, atMid: (other) => other };
  const found = await findRate(ctx, { base: amount.currency, quote: into }, ctx.now);
  const selling = { mid: found.rate, markup: terms.fxMarkup, into };
  const sale = quoteSale({ sold: amount, ...selling });
  return {
    value: sale.received,
    converted: { given: sale.received, midValue: sale.midValue },
    rate: formatFxRate(sale.rate),
    fx: {
      mid: formatFxRate(found.rate),
      markup: terms.fxMarkup,
      rate: formatFxRate(sale.rate),
      midValue: toWire(sale.midValue),
      markupAmount: toWire(sale.markupAmount),
      route: found.kind,
      rateIds: found.legs.map(({ id }) => id),
      lockedAt: ctx.now.toISOString(),
    },
    atMid: (other) => quoteSale({ sold: other, ...selling }).midValue,
  };
}

const plus = (before: string | null, more: Money): string =>
  toWire(add(before === null ? zero(more.currency) : fromWire(before, more.currency), more));

/** What a capture over an account is worth, costs and leaves by the terms of now. Reads only. */
export async function priceCapture(
  ctx: Context,
  order: Priced & Pick<OrderRow, "mode">,
  attempt: Tried & Pick<AttemptRow, "gatewayId">,
  amount: Money,
) {
  const { merchantId, mode } = order;
  const agreement = await agreementOf(ctx, order, attempt);
  const { account, rule, merchant } = termsOfPayment(ctx, order, attempt, agreement);
  const { country, timezone } = merchant;
  const { gatewayId, gatewayAccountId, paymentMethod: method } = attempt;
  const cardRegion = regionOf(country, attempt.cardCountry);
  const [valued, taxRate, cost] = await together([
    worthOf(ctx, amount, account),
    gatewayId === null ? undefined : taxRateOf(ctx, { gatewayId, country, base: "our_fee", at: ctx.now }),
    costOf(ctx, { gatewayAccountId, method, cardRegion, amount, at: ctx.now }),
  ]);
  const { fee, tax, snapshot } = await feeOfCapture(
    ctx,
    { rule, amount: valued.value, merchantId, mode, at: ctx.now, timezone },
    taxRate,
  );
  const feeMode = rule.gatewayFeeMode === "inherit" ? account.gatewayFeeMode : rule.gatewayFeeMode;
  const passedOn = feeMode === "passthrough" ? valued.atMid(cost) : null;
  const { converted } = valued;
  const capture: PricedCapture = { merchantId, gatewayAccountId, amount, converted, fee, tax, country, cost, passedOn };
  return { account, capture, snapshot, valued, timezone };
}

/**
 * Books a capture in the caller's transaction, which holds the order locked, and answers with what it changes in the
 * order. The ledger books each capture once, however often this is run.
 */
export async function bookCapture(
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  { id, amount }: { readonly id: string; readonly amount: Money; readonly seq: number },
): Promise<{ change: OrderChange; journals: readonly string[] }> {
  const { merchantId, mode } = order;
  const { account, capture, snapshot, valued, timezone } = await priceCapture(ctx, order, attempt, amount);
  const posted = await postEntries(ctx, {
    merchantId,
    book: mode,
    entries: entriesOfCapture(capture),
    eventId: id,
    orderId: order.id,
    effectiveDate: ctx.now.toISOString().slice(0, 10),
    description: `${order.orderNo} ${attempt.attemptNo}`,
  });
  await addCapturedVolume(ctx, { merchantId, mode, amount: valued.value, at: ctx.now, timezone });
  const { fee, tax, cost } = capture;
  const change: OrderChange = {
    capturedAmount: plus(order.capturedAmount, amount),
    settlementStatus: "unsettled",
    settleCurrency: account.settlementCurrency,
    settleAmount: plus(order.settleAmount, valued.value),
    feeAmount: plus(order.feeAmount, fee),
    feeTaxAmount: plus(order.feeTaxAmount, tax),
    netAmount: plus(order.netAmount, netOfCapture(capture)),
    gatewayCostAmount: plus(order.gatewayCostAmount, cost),
    gatewayCostCurrency: cost.currency,
    fxRate: valued.rate,
    fx: valued.fx === null ? null : JSON.stringify(valued.fx),
    feeRule: JSON.stringify(snapshot),
    dueDate: settlementDate(ctx.now.getTime(), account.settlement),
  } as OrderChange;
  return { change, journals: posted.map(({ event }) => event) };
}
