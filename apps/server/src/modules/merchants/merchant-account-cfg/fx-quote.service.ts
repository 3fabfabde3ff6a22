import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { currency } from "@countinghouse/money/currency.ts";
import {
  convert,
  type FxRate,
  formatFxRate,
  type MerchantSide,
  merchantRate,
  parseFxRate,
} from "@countinghouse/money/fx.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import type { Rate6 } from "@countinghouse/money/rate.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findRate, markupOf } from "../../funds/rate/index.ts";
import { findMerchant } from "../merchant/index.ts";
import { termsInForce } from "./account-terms.service.ts";
import { type FxQuoteRow, insertQuote, lockQuote, readQuote, takeQuote } from "./fx-quote.store.ts";

type Operations = typeof merchantAccountCfg.operations;

/** A rate guaranteed to a merchant. */
export interface LockedRate {
  readonly id: string;
  readonly side: MerchantSide;
  readonly mid: FxRate;
  readonly markup: Rate6;
  readonly rate: FxRate;
  /** The base amount, and its value at the guaranteed rate and at the mid rate. */
  readonly base: Money;
  readonly quote: Money;
  readonly midValue: Money;
  /** Ids of the stored rates it derives from. */
  readonly rateIds: readonly number[];
  readonly expireTime: string;
}

/** A request for a rate. */
export interface QuoteRequest {
  readonly merchantId: string;
  readonly mode: FxQuoteRow["mode"];
  readonly base: string;
  readonly quote: string;
  /** In the base currency. */
  readonly amount: Money;
  readonly side: MerchantSide;
  readonly ttlSeconds: number;
  /** As agreed for this transaction; by default from the terms of the currency the merchant receives. */
  readonly markup?: Rate6;
}

const locked = (row: FxQuoteRow): LockedRate => ({
  id: row.id,
  side: row.side,
  mid: parseFxRate(row.mid),
  markup: row.markup,
  rate: parseFxRate(row.rate),
  base: money(BigInt(row.baseAmount), row.baseCurrency),
  quote: money(BigInt(row.quoteAmount), row.quoteCurrency),
  midValue: money(BigInt(row.midAmount), row.quoteCurrency),
  rateIds: row.rateIds,
  expireTime: row.expireTime,
});

/** The platform's setting, in hundredths of a per cent, as millionths. */
const fromSetting = (hundredths: number): Rate6 => hundredths * 100;

/**
 * Guarantees a merchant a rate for a limited time: the current mid rate with the markup of its terms. Refuses a pair
 * without a rate, and a rate that is too old.
 */
export async function quoteRate(ctx: Context, request: QuoteRequest): Promise<LockedRate> {
  const [base, quote] = [currency(request.base), currency(request.quote)];
  const found = await findRate(ctx, { base, quote }, ctx.now);
  const { merchantId, mode, side, amount, ttlSeconds } = request;
  const terms = await termsInForce(ctx, { merchantId, currency: side === "sellsBase" ? quote : base, at: ctx.now });
  const agreed = request.markup ?? (terms ? terms.fxMarkup : fromSetting(await markupOf(ctx)));
  const markup = found.kind === "same" ? 0 : agreed;
  const rate = found.kind === "same" ? found.rate : merchantRate({ mid: found.rate, markup, side });
  const row = await insertQuote(ctx, {
    merchantId,
    mode,
    id: newId("fxq", ctx.now),
    baseCurrency: base,
    quoteCurrency: quote,
    side,
    mid: formatFxRate(found.rate),
    markup,
    rate: formatFxRate(rate),
    baseAmount: toWire(amount),
    quoteAmount: toWire(convert(amount, rate, quote)),
    midAmount: toWire(convert(amount, found.rate, quote)),
    rateIds: found.legs.map(({ id }) => id),
    createTime: ctx.now.toISOString(),
    expireTime: new Date(ctx.now.getTime() + ttlSeconds * 1000).toISOString(),
    useTime: null,
    usedBy: null,
  });
  return locked(row);
}

function refusalOf({ baseCurrency, quoteCurrency, useTime, expireTime }: FxQuoteRow) {
  const pair = `${baseCurrency}/${quoteCurrency}`;
  if (useTime !== null) return refuse("merchantAccountCfg.quoteUsed", { pair });
  return refuse("merchantAccountCfg.quoteExpired", { pair, expireTime });
}

/**
 * Uses a guaranteed rate for a business object, once, in the mode of the quote. Repeated for the same object it answers
 * the same; it refuses another object, an expired quote and one with a broken seal.
 */
export async function useQuote(
  ctx: Context,
  {
    merchantId,
    mode,
    quoteId,
    usedBy,
  }: Pick<QuoteRequest, "merchantId" | "mode"> & {
    readonly quoteId: string;
    readonly usedBy: string;
  },
): Promise<LockedRate> {
  const row = await lockQuote(ctx, { merchantId, mode, id: quoteId });
  if (!row) throw notFound("merchantAccountCfg", quoteId);
  const isOver = row.expireTime <= ctx.now.toISOString();
  if (row.usedBy !== usedBy && (row.usedBy !== null || isOver)) throw refusalOf(row);
  if (!(await ctx.seals.isGenuine(ctx.db, "fxQuotes", row))) throw refuse("merchantAccountCfg.quoteAltered");
  if (row.usedBy === usedBy) return locked(row);
  const use = { useTime: ctx.now.toISOString(), usedBy };
  const taken = await takeQuote(ctx, row, use);
  if (!taken) throw refusalOf({ ...row, ...use });
  return locked(taken);
}

export async function readLockedRate(
  ctx: Context,
  { merchantId, quoteId }: InputOf<Operations["lockedRate"]>,
): Promise<ResultOf<Operations["lockedRate"]>> {
  await findMerchant(ctx, merchantId);
  const row = await readQuote(ctx, { merchantId, id: quoteId });
  if (!row) throw notFound("merchantAccountCfg", quoteId);
  if (row.useTime !== null || row.expireTime <= ctx.now.toISOString()) throw refusalOf(row);
  return row;
}
