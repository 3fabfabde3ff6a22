import type { CashoutPosition, CashoutTerms } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import type { OutboundFee } from "@countinghouse/money/fee.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { add, exceeds, isNegative, larger, type Money, money, subtract, zero } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { localTime, startOfDay } from "@countinghouse/money/zone.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type AccountTerms, termsInForce } from "../../merchants/merchant-account-cfg/index.ts";
import { merchantFacts, tryingStates } from "../../payments/order-record/index.ts";
import type { BucketBalance } from "../ledger/index.ts";
import {
  type AmountFault,
  beyondLimit,
  freeOf,
  mayWithdraw,
  positionIn,
  priceOut,
  typedAmount,
} from "./outbound.policy.ts";
import { countedSince } from "./outbound.store.ts";

type Mode = "live" | "test";

/** Withdrawals and payout orders: the resource for refusals, and the required capability of the merchant. */
const outboundTypes = {
  cashout: { may: "canWithdraw", suspended: "cashout.withdrawalsSuspended" },
  payoutOrder: { may: "canPayout", suspended: "payoutOrder.payoutsSuspended" },
} as const;
export type OutboundType = keyof typeof outboundTypes;

/** The merchant of the actor, a user or a server: nobody else requests its money. */
export function ownMerchant({ actor }: Pick<Context, "actor">, way: OutboundType): string {
  const [merchantId] = isOfMerchant(actor) && actor.scope.merchantIds !== "all" ? actor.scope.merchantIds : [];
  if (merchantId === undefined) throw refuse(`${way}.merchantAlone`);
  return merchantId;
}

/** A merchant's terms for a currency of its own; those of another currency do not apply. */
export async function termsOf(ctx: Context, merchantId: string, code: CurrencyCode): Promise<AccountTerms | undefined> {
  const terms = await termsInForce(ctx, { merchantId, currency: code, at: ctx.now });
  return terms?.settlementCurrency === code ? terms : undefined;
}

/** Another currency whose balance is negative beyond the agreed limit; undefined where there is none. */
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

/** Whether a merchant may take money out in this way now. */
export async function isAllowed(ctx: Context, merchantId: string, mode: Mode, way: OutboundType): Promise<boolean> {
  const facts = await merchantFacts(ctx, merchantId);
  return mayWithdraw(facts[outboundTypes[way].may], facts.status, mode, tryingStates);
}

/** Refuses where {@link isAllowed} is false. */
export async function assertAllowed(ctx: Context, merchantId: string, mode: Mode, way: OutboundType): Promise<void> {
  if (!(await isAllowed(ctx, merchantId, mode, way))) throw refuse(outboundTypes[way].suspended);
}

/** Scope of a daily cap, and the request to leave out of its sum. */
export interface DailyCapScope {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly but?: string | undefined;
}

/** What is left of the daily cap, which withdrawals and payout orders share; undefined without a cap. */
async function leftToday(
  ctx: Context,
  { merchantId, mode, but }: DailyCapScope,
  terms: AccountTerms,
): Promise<Money | null> {
  const { withdrawal, zone, settlementCurrency: code } = terms;
  if (withdrawal.dailyMax === null) return null;
  const since = new Date(startOfDay(localTime(ctx.now.getTime(), zone).date, zone));
  const counted = await countedSince(ctx, { merchantId, mode, currency: code }, { since, but });
  return larger(subtract(withdrawal.dailyMax, money(counted, code)), zero(code));
}

/** Refuses an amount beyond what is left of the daily cap. */
export async function assertWithinDay(
  ctx: Context,
  way: OutboundType,
  of: DailyCapScope,
  amount: Money,
  terms: AccountTerms,
): Promise<void> {
  const left = await leftToday(ctx, of, terms);
  if (left && exceeds(amount, left))
    throw refuse(`${way}.dailyLimit`, { left: formatMoney(left, { language: ctx.request.locale }) });
}

function amountRefusal(way: OutboundType, fault: AmountFault, { withdrawal }: AccountTerms, free: Money) {
  const { min, max, step } = withdrawal;
  const extras = {
    reason: fault,
    currency: free.currency,
    withdrawable: toWire(free),
    min: toWire(min),
    max: max && toWire(max),
    step: toWire(step),
  };
  return refuse(`${way}.amountInvalid`, {}, { extras });
}

/** A request to take money out, whatever its destination. */
export interface OutboundRequest {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly currency: string;
  /** Minor units, as typed. */
  readonly amount: string;
}

/** An amount with its fee by present terms, and the balance it is taken from. */
export interface OutboundQuote extends OutboundFee {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly currency: CurrencyCode;
  readonly amount: Money;
  readonly terms: AccountTerms;
  /** The withdrawable amount, and the available balance. */
  readonly free: Money;
  readonly available: Money;
}

/** The amounts of a request now, or the refusal with the reason. */
export async function pricedNow(
  ctx: Context,
  way: OutboundType,
  { merchantId, mode, currency: code, amount: typed }: OutboundRequest,
  held: readonly BucketBalance[],
): Promise<OutboundQuote> {
  await assertAllowed(ctx, merchantId, mode, way);
  const own = currency(code);
  const terms = await termsOf(ctx, merchantId, own);
  if (!terms) throw refuse(`${way}.termsMissing`, { currency: own });
  const position = positionIn(merchantId, own, held);
  const free = freeOf(position, terms.minRetained);
  const amount = typedAmount(typed, own);
  const priced = priceOut(amount, terms.withdrawal, free);
  if ("fault" in priced || !amount) throw amountRefusal(way, "fault" in priced ? priced.fault : "format", terms, free);
  return { ...priced, merchantId, mode, currency: own, amount, terms, free, available: position.available };
}

/** Refuses where another currency is too far below zero, or the daily cap is exceeded. */
export async function assertMayLeave(
  ctx: Context,
  way: OutboundType,
  { merchantId, mode, currency: code, amount, terms }: OutboundQuote,
  held: readonly BucketBalance[],
): Promise<void> {
  const below = await currencyBelow(ctx, merchantId, code, held);
  if (below) throw refuse(`${way}.otherCurrencyNegative`, { currency: below });
  await assertWithinDay(ctx, way, { merchantId, mode }, amount, terms);
}

/** Withdrawal limits of a merchant in a currency, where there are any to state. */
export async function readTerms(
  ctx: Context,
  way: OutboundType,
  { mode, currency: code }: { readonly mode: Mode; readonly currency: string },
  held: readonly BucketBalance[],
): Promise<CashoutTerms> {
  const merchantId = ownMerchant(ctx, way);
  const own = currency(code);
  const terms = await termsOf(ctx, merchantId, own);
  const position = positionIn(merchantId, own, held);
  const isOpen = await isAllowed(ctx, merchantId, mode, way);
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

/** A merchant's balances in a currency, in stored form. */
export const bucketsOf = (merchantId: string, code: CurrencyCode, held: readonly BucketBalance[]): CashoutPosition => {
  const { pending, available, reserve, frozen, in_transit: inTransit } = positionIn(merchantId, code, held);
  const wire = { pending, available, reserve, frozen, inTransit };
  return Object.fromEntries(Object.entries(wire).map(([name, amount]) => [name, toWire(amount)])) as CashoutPosition;
};

/** Balances after a request's amount was set aside. */
export const afterApplied = (before: CashoutPosition, { debited }: Pick<OutboundFee, "debited">): CashoutPosition => ({
  ...before,
  available: toWire(subtract(money(BigInt(before.available), debited.currency), debited)),
  frozen: toWire(add(money(BigInt(before.frozen), debited.currency), debited)),
});

/** Whether the balance still covers the amount set aside: other debits may have happened meanwhile. */
export async function isCovered(
  ctx: Context,
  { merchantId, currency: code }: { readonly merchantId: string; readonly currency: string },
  held: readonly BucketBalance[],
): Promise<boolean> {
  const own = currency(code);
  if (isNegative(positionIn(merchantId, own, held).available)) return false;
  return (await currencyBelow(ctx, merchantId, own, held)) === undefined;
}
