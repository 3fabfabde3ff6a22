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

/** The two ways out of a balance, in whose words something is refused, and what a merchant has to be let do for each. */
const outboundTypes = {
  cashout: { may: "canWithdraw", suspended: "cashout.withdrawalsSuspended" },
  payoutOrder: { may: "canPayout", suspended: "payoutOrder.payoutsSuspended" },
} as const;
export type OutboundType = keyof typeof outboundTypes;

/** The merchant whose people, or whose server, ask: nobody else asks for its money. */
export function ownMerchant({ actor }: Pick<Context, "actor">, way: OutboundType): string {
  const [merchantId] = isOfMerchant(actor) && actor.scope.merchantIds !== "all" ? actor.scope.merchantIds : [];
  if (merchantId === undefined) throw refuse(`${way}.merchantAlone`);
  return merchantId;
}

/** Merchants' terms for a currency of their own; those of another currency say nothing of it. */
export async function termsOf(ctx: Context, merchantId: string, code: CurrencyCode): Promise<AccountTerms | undefined> {
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

/** Whether a merchant may take money out that way at all now. */
export async function isAllowed(ctx: Context, merchantId: string, mode: Mode, way: OutboundType): Promise<boolean> {
  const facts = await merchantFacts(ctx, merchantId);
  return mayWithdraw(facts[outboundTypes[way].may], facts.status, mode, tryingStates);
}

/** Refuses where {@link isAllowed} says no. */
export async function assertAllowed(ctx: Context, merchantId: string, mode: Mode, way: OutboundType): Promise<void> {
  if (!(await isAllowed(ctx, merchantId, mode, way))) throw refuse(outboundTypes[way].suspended);
}

/** Whose day's cap is asked about, and what does not count as the one that is asked about. */
export interface DailyCapScope {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly but?: string | undefined;
}

/** What is left of the day's cap, which both ways out share; none where there is none. */
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

/** Refuses what goes beyond what is left of the day. */
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

/** What is asked for, wherever it goes. */
export interface OutboundRequest {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly currency: string;
  /** Minor units, as typed. */
  readonly amount: string;
}

/** What an amount and its fee come to by the terms that hold, and what it is taken of. */
export interface OutboundQuote extends OutboundFee {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly currency: CurrencyCode;
  readonly amount: Money;
  readonly terms: AccountTerms;
  /** What may be taken out in all, and what is available. */
  readonly free: Money;
  readonly available: Money;
}

/** What is asked for as it comes to by now, or the refusal that says why it cannot be. */
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

/** Refuses what another currency below zero, or the cap of the day, stands against. */
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

/** What a merchant may take out of a currency, as far as there is something to say. */
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

/** What a merchant holds in a currency, as it is kept and shown. */
export const bucketsOf = (merchantId: string, code: CurrencyCode, held: readonly BucketBalance[]): CashoutPosition => {
  const { pending, available, reserve, frozen, in_transit: inTransit } = positionIn(merchantId, code, held);
  const wire = { pending, available, reserve, frozen, inTransit };
  return Object.fromEntries(Object.entries(wire).map(([name, amount]) => [name, toWire(amount)])) as CashoutPosition;
};

/** The buckets of a position once something has set its money aside. */
export const afterApplied = (before: CashoutPosition, { debited }: Pick<OutboundFee, "debited">): CashoutPosition => ({
  ...before,
  available: toWire(subtract(money(BigInt(before.available), debited.currency), debited)),
  frozen: toWire(add(money(BigInt(before.frozen), debited.currency), debited)),
});

/** Whether what a merchant holds still covers what was set aside: other debits may have come meanwhile. */
export async function isCovered(
  ctx: Context,
  { merchantId, currency: code }: { readonly merchantId: string; readonly currency: string },
  held: readonly BucketBalance[],
): Promise<boolean> {
  const own = currency(code);
  if (isNegative(positionIn(merchantId, own, held).available)) return false;
  return (await currencyBelow(ctx, merchantId, own, held)) === undefined;
}
