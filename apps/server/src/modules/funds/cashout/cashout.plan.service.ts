import {
  type CashoutPreview,
  type CashoutTerms,
  type cashout,
  quoteMinutes,
} from "@countinghouse/contract/funds/cashout/cashout.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { type CurrencyCode, currency, isCurrency } from "@countinghouse/money/currency.ts";
import type { OutboundFee } from "@countinghouse/money/fee.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { formatFxRate, quoteSale } from "@countinghouse/money/fx.ts";
import {
  add,
  exceeds,
  isNegative,
  isPositive,
  larger,
  type Money,
  money,
  subtract,
  zero,
} from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { localTime, startOfDay } from "@countinghouse/money/zone.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type AccountTerms, quoteRate, termsInForce, useQuote } from "../../merchants/merchant-account-cfg/index.ts";
import { merchantFacts, tryingStates } from "../../payments/order-record/index.ts";
import type { BucketBalance } from "../ledger/index.ts";
import { type PayoutAccountRow, payeeAccount, restsUntil, type Unfit } from "../payout-account/index.ts";
import { findRate } from "../rate/index.ts";
import {
  type AmountFault,
  approvalsFor,
  beyondLimit,
  flagsOf,
  freeOf,
  mayWithdraw,
  positionIn,
  priceOut,
  typedAmount,
} from "./cashout.policy.ts";
import { type CashoutRow, countedSince, pastOf } from "./cashout.store.ts";

export type Asked = Omit<InputOf<typeof cashout.operations.preview>, never>;

/** The merchant whose people, or whose server, ask: nobody else asks for its money. */
export function ownMerchant({ actor }: Pick<Context, "actor">): string {
  const [merchantId] = isOfMerchant(actor) && actor.scope.merchantIds !== "all" ? actor.scope.merchantIds : [];
  if (merchantId === undefined) throw refuse("cashout.merchantAlone");
  return merchantId;
}

/** A withdrawal that may be asked for, with what it comes to. */
export interface Plan extends OutboundFee {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly mode: CashoutRow["mode"];
  readonly currency: CurrencyCode;
  readonly amount: Money;
  readonly terms: AccountTerms;
  readonly account: PayoutAccountRow;
  /** What may be withdrawn in all, and what is available. */
  readonly free: Money;
  readonly available: Money;
  readonly flags: CashoutRow["riskFlags"];
  readonly approvalsNeeded: 0 | 1 | 2;
}

/** Merchants' terms for a currency of their own; those of another currency say nothing of it. */
async function termsOf(ctx: Context, merchantId: string, code: CurrencyCode): Promise<AccountTerms | undefined> {
  const terms = await termsInForce(ctx, { merchantId, currency: code, at: ctx.now });
  return terms?.settlementCurrency === code ? terms : undefined;
}

/** The other currency, if there is one, in which the merchant is further below zero than agreed. */
export async function currencyBelow(
  ctx: Context,
  merchantId: string,
  code: CurrencyCode,
  held: readonly BucketBalance[],
): Promise<CurrencyCode | undefined> {
  const below = held.filter(({ bucket, amount }) => bucket === "available" && isNegative(amount));
  const limits = new Map<CurrencyCode, Money>();
  for (const one of below) {
    const terms = await termsOf(ctx, merchantId, one.currency);
    if (terms) limits.set(one.currency, terms.negativeBalanceLimit);
  }
  return beyondLimit(below, code, limits);
}

/** Whether a merchant may take money out at all now. */
export const isAllowed = async (ctx: Context, merchantId: string, mode: CashoutRow["mode"]): Promise<boolean> =>
  mayWithdraw(await merchantFacts(ctx, merchantId), mode, tryingStates);

/** The refusal of an account that money cannot be sent to. */
export const refusalOf = (unfit: Unfit, { lastChangeTime }: PayoutAccountRow) =>
  unfit === "accountResting"
    ? refuse("cashout.accountResting", { from: restsUntil(lastChangeTime).toISOString() })
    : refuse(`cashout.${unfit}`);

/** Whose day's cap is asked about, and which withdrawal does not count as the one that is asked about. */
type OfDay = Pick<CashoutRow, "merchantId" | "mode"> & { readonly but?: string };

/** What is left of the day's cap; none where there is none. */
async function leftToday(ctx: Context, { merchantId, mode, but }: OfDay, terms: AccountTerms) {
  const { withdrawal, zone, settlementCurrency: code } = terms;
  if (withdrawal.dailyMax === null) return null;
  const since = new Date(startOfDay(localTime(ctx.now.getTime(), zone).date, zone));
  const counted = await countedSince(ctx, { merchantId, mode, currency: code }, { since, but });
  return larger(subtract(withdrawal.dailyMax, money(counted, code)), zero(code));
}

/** Refuses what goes beyond what is left of the day. */
async function assertWithinDay(ctx: Context, of: OfDay, amount: Money, terms: AccountTerms): Promise<void> {
  const left = await leftToday(ctx, of, terms);
  if (left && exceeds(amount, left))
    throw refuse("cashout.dailyLimit", { left: formatMoney(left, { language: ctx.request.locale }) });
}

/** Refuses a withdrawal that is asked for again where it goes beyond what is left of the day. */
export async function assertFitsToday(ctx: Context, row: CashoutRow): Promise<void> {
  const code = currency(row.currency);
  const terms = await termsOf(ctx, row.merchantId, code);
  if (!terms) throw refuse("cashout.termsMissing", { currency: code });
  await assertWithinDay(ctx, { ...row, but: row.id }, fromWire(row.amount, code), terms);
}

function amountRefusal(fault: AmountFault, { withdrawal }: AccountTerms, free: Money) {
  const { min, max, step } = withdrawal;
  const extras = {
    reason: fault,
    currency: free.currency,
    withdrawable: toWire(free),
    min: toWire(min),
    max: max && toWire(max),
    step: toWire(step),
  };
  return refuse("cashout.amountInvalid", {}, { extras });
}

/** What a merchant may withdraw of a currency, as far as there is something to say. */
export async function readTerms(
  ctx: Context,
  { mode, currency: code }: { readonly mode: CashoutRow["mode"]; readonly currency: string },
  held: readonly BucketBalance[],
): Promise<CashoutTerms> {
  const merchantId = ownMerchant(ctx);
  const own = currency(code);
  const terms = await termsOf(ctx, merchantId, own);
  const position = positionIn(merchantId, own, held);
  const isOpen = await isAllowed(ctx, merchantId, mode);
  const below = await currencyBelow(ctx, merchantId, own, held);
  const left = terms ? await leftToday(ctx, { merchantId, mode }, terms) : null;
  const none = toWire(zero(own));
  return {
    currency: own,
    withdrawable: terms ? toWire(freeOf(position, terms.minRetained)) : none,
    available: toWire(position.available),
    minRetained: terms ? toWire(terms.minRetained) : none,
    min: terms ? toWire(terms.withdrawal.min) : none,
    max: terms?.withdrawal.max ? toWire(terms.withdrawal.max) : null,
    step: terms ? toWire(terms.withdrawal.step) : none,
    dailyLeft: left && toWire(left),
    blockedBy: !isOpen ? "withdrawalsSuspended" : !terms ? "termsMissing" : below ? "otherCurrencyNegative" : null,
  };
}

/** What a withdrawal comes to by what holds now, or the refusal that says why it cannot be. The caller may hold the book. */
export async function planCashout(
  ctx: Context,
  { mode, currency: code, amount: typed, payoutAccountId }: Asked,
  held: readonly BucketBalance[],
): Promise<Plan> {
  const merchantId = ownMerchant(ctx);
  if (!(await isAllowed(ctx, merchantId, mode))) throw refuse("cashout.withdrawalsSuspended");
  const own = currency(code);
  const terms = await termsOf(ctx, merchantId, own);
  if (!terms) throw refuse("cashout.termsMissing", { currency: own });
  const position = positionIn(merchantId, own, held);
  const free = freeOf(position, terms.minRetained);
  const amount = typedAmount(typed, own);
  const priced = priceOut(amount, terms.withdrawal, free);
  if ("fault" in priced || !amount) throw amountRefusal("fault" in priced ? priced.fault : "format", terms, free);
  const { account, unfit } = await payeeAccount(ctx, { merchantId, mode, id: payoutAccountId });
  if (unfit) throw refusalOf(unfit, account);
  const below = await currencyBelow(ctx, merchantId, own, held);
  if (below) throw refuse("cashout.otherCurrencyNegative", { currency: below });
  await assertWithinDay(ctx, { merchantId, mode }, amount, terms);
  const past = await pastOf(ctx, { merchantId, mode, currency: own }, account.id);
  const flags = flagsOf(amount, { ...past, paid: { count: past.count, total: money(past.total, own) } }, held);
  return {
    ...priced,
    merchantId,
    tenantId: account.tenantId,
    mode,
    currency: own,
    amount,
    terms,
    account,
    free,
    available: position.available,
    flags,
    approvalsNeeded: approvalsFor(amount, terms.withdrawal.autoApproveLimit, flags),
  };
}

/** How what is sent becomes what the account is paid. */
export interface Exchange {
  readonly target: Money;
  readonly midValue: Money;
  readonly fxMid: string | null;
  readonly fxMarkup: number | null;
  readonly fxRate: string | null;
  readonly quoteId: string | null;
  readonly expireTime: string | null;
}

const unchanged = (sent: Money): Exchange => ({
  target: sent,
  midValue: sent,
  fxMid: null,
  fxMarkup: null,
  fxRate: null,
  quoteId: null,
  expireTime: null,
});

type Selling = Pick<Plan, "merchantId" | "sent"> & { readonly into: string; readonly markup: number };

/** What would be paid by the rate of now; nothing is promised. */
export async function exchangeNow(ctx: Context, { sent, into, markup }: Selling): Promise<Exchange> {
  if (into === sent.currency || !isCurrency(into)) return unchanged(sent);
  const { rate: mid } = await findRate(ctx, { base: sent.currency, quote: into }, ctx.now);
  const sale = quoteSale({ sold: sent, mid, markup, into });
  // So little that nothing would be paid.
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

const byQuote = ({ id, mid, markup, rate, quote, midValue, expireTime }: Locked): Exchange => ({
  target: quote,
  midValue,
  fxMid: formatFxRate(mid),
  fxMarkup: markup,
  fxRate: formatFxRate(rate),
  quoteId: id,
  expireTime,
});

/** The same with the rate promised for half an hour. */
export async function exchangeHeld(ctx: Context, { merchantId, sent, into, markup }: Selling): Promise<Exchange> {
  if (into === sent.currency) return unchanged(sent);
  await exchangeNow(ctx, { merchantId, sent, into, markup });
  const request = { merchantId, base: sent.currency, quote: into, amount: sent, side: "sellsBase", markup } as const;
  return byQuote(await quoteRate(ctx, { ...request, ttlSeconds: quoteMinutes * 60 }));
}

/** By a rate that was promised before, for this very sale. */
export async function exchangePromised(
  ctx: Context,
  { merchantId, sent, into }: Selling,
  { quoteId, usedBy }: { readonly quoteId: string; readonly usedBy: string },
): Promise<Exchange> {
  const locked = await useQuote(ctx, { merchantId, quoteId, usedBy });
  const { base, quote, expireTime } = locked;
  if (base.currency !== sent.currency || base.amountMinor !== sent.amountMinor || quote.currency !== into)
    throw refuse("cashout.quoteUnfit", { expireTime });
  return byQuote(locked);
}

export const sellingOf = ({ merchantId, sent, account, terms }: Plan): Selling => ({
  merchantId,
  sent,
  into: account.currency,
  markup: terms.fxMarkup,
});

/** A plan and its exchange as people are shown them. */
export const previewOf = (plan: Plan, exchange: Exchange): CashoutPreview => ({
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

/** What a merchant holds in a currency, as it is kept and shown. */
export const bucketsOf = (merchantId: string, code: CurrencyCode, held: readonly BucketBalance[]) => {
  const { pending, available, reserve, frozen, in_transit: inTransit } = positionIn(merchantId, code, held);
  const wire = { pending, available, reserve, frozen, inTransit };
  return Object.fromEntries(
    Object.entries(wire).map(([name, amount]) => [name, toWire(amount)]),
  ) as CashoutRow["position"];
};

/** The buckets of a position once a withdrawal has set its money aside. */
export const afterApplied = (before: CashoutRow["position"], { debited }: Plan): CashoutRow["position"] => ({
  ...before,
  available: toWire(subtract(money(BigInt(before.available), debited.currency), debited)),
  frozen: toWire(add(money(BigInt(before.frozen), debited.currency), debited)),
});
