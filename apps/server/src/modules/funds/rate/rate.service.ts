import type { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { notFound, Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { type CurrencyCode, currency, minorPerMajor } from "@countinghouse/money/currency.ts";
import { convert, formatFxRate, parseFxRate, quoteSale } from "@countinghouse/money/fx.ts";
import { exceeds, type Money, money } from "@countinghouse/money/money.ts";
import { rate6 } from "@countinghouse/money/rate.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { refusingDuplicate } from "../../../platform/db/refusing-duplicate.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingOf, settingsOf } from "../../settings/config/index.ts";
import { businessCalendarOf } from "../calendar/index.ts";
import { type AgeLimit, isStale, type RateWithRoute, rateOf, shownLeg } from "./rate.policy.ts";
import { parseReferenceFile, referenceZone } from "./rate.reference.policy.ts";
import { addManual, compareRates, findRow, listSeries, quotesAt, type RateRow } from "./rate.store.ts";

type Operations = typeof sysRate.operations;

const historyRows = 50;

/** The age limit of rates for this tenant now. */
export async function ageLimitOf(ctx: Pick<Context, "actor" | "db">, limitHours?: number): Promise<AgeLimit> {
  const settings = await settingsOf(ctx, ["sys_rate_stale_hours", "sys_rate_calendar"]);
  return {
    limitHours: limitHours ?? settings.sys_rate_stale_hours,
    calendar: await businessCalendarOf(ctx, settings.sys_rate_calendar),
    zone: referenceZone,
  };
}

export async function readRate(ctx: Context, id: number): Promise<RateRow> {
  const row = await findRow(ctx, id);
  if (!row) throw notFound("sysRate", id);
  return row;
}

export async function readHistory(
  ctx: Context,
  { id, beforeId }: InputOf<Operations["history"]>,
): Promise<{ items: RateRow[]; hasMore: boolean }> {
  const rows = await listSeries(ctx, await readRate(ctx, id), {
    beforeId,
    limit: historyRows + 1,
  });
  return { items: rows.slice(0, historyRows), hasMore: rows.length > historyRows };
}

export async function addRate(ctx: Context, input: InputOf<Operations["add"]>): Promise<number> {
  const { baseCurrency, quoteCurrency, effectiveTime, remark = null } = input;
  const pair = `${baseCurrency}/${quoteCurrency}`;
  if (baseCurrency === quoteCurrency) throw refuse("sysRate.samePair", { pair });
  const at = effectiveTime ? new Date(effectiveTime) : ctx.now;
  if (at > ctx.now) throw refuse("sysRate.inFuture", { pair });
  const rate = formatFxRate(parseFxRate(input.rate));
  const unchanged = () => refuse("sysRate.unchanged", { pair });
  const id = await refusingDuplicate("rates_revision_unique", unchanged, () =>
    addManual(ctx, { baseCurrency, quoteCurrency, rate, effectiveTime: at.toISOString(), remark }),
  );
  if (id === undefined) throw unchanged();
  return id;
}

/** Options of a look-up. */
export interface RateLookup {
  /** Age limit in hours of business days; the setting by default. */
  readonly limitHours?: number;
}

/**
 * The mid rate of a pair at an instant, and how it was found. Refuses with `sysRate.noRate` when there is none and
 * with `sysRate.stale` when all were too old at that instant. A rate whose seal does not match is not used, and no
 * other one replaces it.
 */
export async function findRate(
  ctx: Pick<Context, "actor" | "db" | "seals">,
  pair: { readonly base: CurrencyCode; readonly quote: CurrencyCode },
  at: Date,
  { limitHours }: RateLookup = {},
): Promise<RateWithRoute> {
  const name = `${pair.base}/${pair.quote}`;
  const quotes = await quotesAt(ctx, [pair.base, pair.quote, "EUR", "USD"], at.toISOString());
  const limit = await ageLimitOf(ctx, limitHours);
  const isFresh = (quote: (typeof quotes)[number]): boolean =>
    !isStale({ source: quote.origin, effectiveTime: quote.effectiveTime }, at.getTime(), limit);
  const found = rateOf(quotes.filter(isFresh), pair);
  if (found) {
    const legs = quotes.filter(({ id }) => found.legs.some((leg) => leg.id === id));
    for (const { row } of legs)
      if (!(await ctx.seals.isGenuine(ctx.db, "rates", row))) throw refuse("sysRate.noRate", { pair: name });
    return found;
  }
  const old = rateOf(quotes, pair);
  if (!old) throw refuse("sysRate.noRate", { pair: name });
  const effectiveTime = old.legs.map((leg) => leg.effectiveTime).sort()[0] ?? "";
  throw refuse("sysRate.stale", { pair: name, effectiveTime });
}

/** The markup on a merchant's conversion, in basis points. */
export const markupOf = (ctx: Pick<Context, "db">): Promise<number> => settingOf(ctx, "sys_rate_markup");

export async function convertAmount(
  ctx: Context,
  input: InputOf<Operations["convert"]>,
): Promise<ResultOf<Operations["convert"]>> {
  const [base, quote] = [currency(input.baseCurrency), currency(input.quoteCurrency)];
  const found = await findRate(ctx, { base, quote }, input.time ? new Date(input.time) : ctx.now);
  const markup = found.kind === "same" ? 0 : await markupOf(ctx);
  const sale = quoteSale({
    sold: fromWire(input.amount, base),
    mid: found.rate,
    markup: rate6(markup * 100),
    into: quote,
  });
  return {
    mid: formatFxRate(found.rate),
    markup,
    rate: formatFxRate(sale.rate),
    received: toWire(sale.received),
    midValue: toWire(sale.midValue),
    markupAmount: toWire(sale.markupAmount),
    route: found.kind,
    via: found.via,
    legs: found.legs.map(shownLeg),
  };
}

/** Dry run of a file: the change each row would make. */
export async function previewFile(ctx: Context, text: string): Promise<ResultOf<Operations["preview"]>> {
  const file = parseReferenceFile(text, ctx.now.getTime());
  if (!file) throw refuse("sysRate.notReferenceFile");
  const outcomes = await compareRates(
    ctx,
    "ecb",
    file.days.flatMap(({ rates }) => rates),
  );
  let at = 0;
  const rows = file.days.map(({ line, day, rates, missing, problem }) => {
    const own = outcomes.slice(at, at + rates.length);
    at += rates.length;
    const count = (outcome: (typeof own)[number]) => own.filter((one) => one === outcome).length;
    return {
      line,
      day,
      added: count("added"),
      corrected: count("corrected"),
      unchanged: count("unchanged"),
      missing,
      problem,
    };
  });
  return { currencies: [...file.currencies], ignored: [...file.ignored], rows };
}

type Rated = Pick<Context, "actor" | "db" | "now" | "seals">;

/** An amount in US dollars by the present mid rate; undefined where no rate is fresh. */
export async function inDollars(ctx: Rated, amount: Money): Promise<Money | undefined> {
  try {
    const { rate } = await findRate(ctx, { base: amount.currency, quote: "USD" }, ctx.now);
    return convert(amount, rate, "USD");
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Whether an amount in US dollars exceeds a limit in whole dollars. */
export const exceedsDollars = (amount: Money, dollars: number): boolean =>
  exceeds(amount, money(BigInt(dollars) * minorPerMajor("USD"), "USD"));

/**
 * Whether an amount exceeds a limit of the settings, given in whole US dollars, by the present mid rate. An amount
 * that cannot be converted counts as exceeding it.
 */
export async function isAboveLimit(ctx: Rated, amount: Money, dollars: number): Promise<boolean> {
  const inUsd = await inDollars(ctx, amount);
  return inUsd === undefined || exceedsDollars(inUsd, dollars);
}
