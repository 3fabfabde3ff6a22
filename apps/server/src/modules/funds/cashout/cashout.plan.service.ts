import { type CashoutPreview, type cashout, quoteMinutes } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { formatFxRate, quoteSale } from "@countinghouse/money/fx.ts";
import { isPositive, type Money, money, subtract } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { quoteRate, useQuote } from "../../merchants/merchant-account-cfg/index.ts";
import type { BucketBalance } from "../ledger/index.ts";
import {
  approvalsFor,
  assertMayLeave,
  flagsOf,
  type OutboundQuote,
  ownMerchant,
  pricedNow,
  takenInADay,
} from "../outbound/index.ts";
import { coolingEndsAt, type PayeeObstacle, type PayoutAccountRow, payeeAccount } from "../payout-account/index.ts";
import { findRate } from "../rate/index.ts";
import { type CashoutRow, pastOf } from "./cashout.store.ts";

export type CashoutInput = Omit<InputOf<typeof cashout.operations.preview>, never>;

/** A permitted withdrawal, with its amounts. */
export interface CashoutPlan extends OutboundQuote {
  readonly tenantId: number;
  readonly account: PayoutAccountRow;
  readonly flags: CashoutRow["riskFlags"];
  readonly approvalsNeeded: 0 | 1 | 2;
}

/** The refusal for an account that cannot be paid to. */
export const cashoutRefusalOf = (unfit: PayeeObstacle, { lastChangeTime }: PayoutAccountRow) =>
  unfit === "accountResting"
    ? refuse("cashout.accountResting", { from: coolingEndsAt(lastChangeTime).toISOString() })
    : refuse(`cashout.${unfit}`);

/**
 * Plans a withdrawal by present terms and balances, or refuses it with the reason. The caller may hold the lock on the
 * book.
 */
export async function planCashout(
  ctx: Context,
  { mode, currency: code, amount: typed, payoutAccountId }: CashoutInput,
  held: readonly BucketBalance[],
): Promise<CashoutPlan> {
  const asked = { merchantId: ownMerchant(ctx, "cashout"), mode, currency: code, amount: typed };
  const priced = await pricedNow(ctx, "cashout", asked, held);
  const { merchantId, currency: own, amount, terms } = priced;
  const { account, unfit } = await payeeAccount(ctx, { merchantId, mode, id: payoutAccountId });
  if (unfit) throw cashoutRefusalOf(unfit, account);
  await assertMayLeave(ctx, "cashout", priced, held);
  const past = await pastOf(ctx, { merchantId, mode, currency: own }, account.id);
  const flags = flagsOf(amount, { ...past, paid: { count: past.count, total: money(past.total, own) } }, held);
  const taken = await takenInADay(ctx, { merchantId, mode }, amount);
  return {
    ...priced,
    tenantId: account.tenantId,
    account,
    flags,
    approvalsNeeded: approvalsFor(taken, terms.withdrawal.autoApproveLimit, flags),
  };
}

/** The conversion from the sent amount to what the account receives. */
export interface CashoutExchange {
  readonly target: Money;
  readonly midValue: Money;
  readonly fxMid: string | null;
  readonly fxMarkup: number | null;
  readonly fxRate: string | null;
  readonly quoteId: string | null;
  readonly expireTime: string | null;
}

/** Nothing is exchanged: the account is in the currency of what is sent. */
export const unchanged = (sent: Money): CashoutExchange => ({
  target: sent,
  midValue: sent,
  fxMid: null,
  fxMarkup: null,
  fxRate: null,
  quoteId: null,
  expireTime: null,
});

type CurrencySale = Pick<CashoutPlan, "merchantId" | "mode" | "sent"> & {
  readonly into: string;
  readonly markup: number;
};

/** The conversion at the present rate, without a promise. */
export async function exchangeNow(ctx: Context, { sent, into, markup }: CurrencySale): Promise<CashoutExchange> {
  if (into === sent.currency || !isCurrency(into)) return unchanged(sent);
  const { rate: mid } = await findRate(ctx, { base: sent.currency, quote: into }, ctx.now);
  const sale = quoteSale({ sold: sent, mid, markup, into });
  // The amount is too small: the account would receive nothing.
  if (!isPositive(sale.received)) throw refuse("cashout.amountInvalid", {}, { extras: { reason: "min" } });
  return {
    ...unchanged(sent),
    target: sale.received,
    midValue: sale.midValue,
    fxMid: formatFxRate(mid),
    fxMarkup: markup,
    fxRate: formatFxRate(sale.rate),
  };
}

type Locked = Awaited<ReturnType<typeof quoteRate>>;

const byQuote = ({ id, mid, markup, rate, quote, midValue, expireTime }: Locked): CashoutExchange => ({
  target: quote,
  midValue,
  fxMid: formatFxRate(mid),
  fxMarkup: markup,
  fxRate: formatFxRate(rate),
  quoteId: id,
  expireTime,
});

/** The conversion at a rate promised for half an hour. */
export async function exchangeHeld(
  ctx: Context,
  { merchantId, mode, sent, into, markup }: CurrencySale,
): Promise<CashoutExchange> {
  if (into === sent.currency) return unchanged(sent);
  await exchangeNow(ctx, { merchantId, mode, sent, into, markup });
  const request = {
    merchantId,
    mode,
    base: sent.currency,
    quote: into,
    amount: sent,
    side: "sellsBase",
    markup,
  } as const;
  return byQuote(await quoteRate(ctx, { ...request, ttlSeconds: quoteMinutes * 60 }));
}

/** The conversion at a rate that was promised for this sale before. */
export async function exchangePromised(
  ctx: Context,
  { merchantId, mode, sent, into }: CurrencySale,
  { quoteId, usedBy }: { readonly quoteId: string; readonly usedBy: string },
): Promise<CashoutExchange> {
  const locked = await useQuote(ctx, { merchantId, mode, quoteId, usedBy });
  const { base, quote, expireTime } = locked;
  if (base.currency !== sent.currency || base.amountMinor !== sent.amountMinor || quote.currency !== into)
    throw refuse("cashout.quoteUnfit", { expireTime });
  return byQuote(locked);
}

export const sellingOf = ({ merchantId, mode, sent, account, terms }: CashoutPlan): CurrencySale => ({
  merchantId,
  mode,
  sent,
  into: account.currency,
  markup: terms.fxMarkup,
});

/** A plan and its conversion in the form of a preview. */
export const previewOf = (plan: CashoutPlan, exchange: CashoutExchange): CashoutPreview => ({
  currency: plan.currency,
  amount: toWire(plan.amount),
  feeMode: plan.terms.withdrawal.feeMode,
  feeAmount: toWire(plan.fee),
  debitedAmount: toWire(plan.debited),
  sentAmount: toWire(plan.sent),
  targetCurrency: exchange.target.currency,
  targetAmount: toWire(exchange.target),
  midAmount: toWire(exchange.midValue),
  fxMid: exchange.fxMid,
  fxMarkup: exchange.fxMarkup,
  fxRate: exchange.fxRate,
  withdrawable: toWire(plan.free),
  availableAfter: toWire(subtract(plan.available, plan.debited)),
  takesApproval: plan.approvalsNeeded > 0,
});
