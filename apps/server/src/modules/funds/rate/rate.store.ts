import { type RateSource, rateTopic, sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { parseFxRate } from "@countinghouse/money/fx.ts";
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { from, insert } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { sealPrices } from "../../../platform/seals/price-seals.store.ts";
import type { SealedRow } from "../../../platform/seals/row-seal.ts";
import type { sealedColumns } from "../../../platform/seals/sealed-columns.ts";
import type { StoredQuote } from "./rate.policy.ts";
import type { PublishedRate } from "./rate.reference.policy.ts";

export type RateSourceCode = z.output<typeof RateSource.schema>;

const shown = [
  "id",
  "pair",
  "baseCurrency",
  "quoteCurrency",
  "rate",
  "source",
  "effectiveTime",
  "revision",
  "fetchTime",
  "remark",
  "createUserName",
] as const;

type Row<Q> = Q extends SelectQueryBuilder<Tables, "rates", infer R> ? R : never;
export type RateRow = Row<ReturnType<typeof allRates>>;

const allRates = (ctx: Pick<Context, "actor" | "db">) => from(ctx, "rates").select(shown);

/** Loose index scan: jumps from one pair and source to the next instead of reading every rate. */
const latestIds = sql<number>`(
  WITH RECURSIVE series AS (
    (SELECT base_currency, quote_currency, source FROM rates
      ORDER BY base_currency, quote_currency, source LIMIT 1)
    UNION ALL
    SELECT following.base_currency, following.quote_currency, following.source
      FROM series CROSS JOIN LATERAL (
        SELECT r.base_currency, r.quote_currency, r.source FROM rates r
         WHERE (r.base_currency, r.quote_currency, r.source)
             > (series.base_currency, series.quote_currency, series.source)
         ORDER BY r.base_currency, r.quote_currency, r.source LIMIT 1) AS following)
  SELECT latest.id FROM series CROSS JOIN LATERAL (
    SELECT r.id FROM rates r
     WHERE r.base_currency = series.base_currency AND r.quote_currency = series.quote_currency
       AND r.source = series.source
     ORDER BY r.effective_time DESC, r.revision DESC LIMIT 1) AS latest)`;

/** The newest rate of every pair and source. */
export const latestRates = (ctx: Context) => allRates(ctx).where(sql<boolean>`rates.id IN ${latestIds}`);

export const pageLatest = (ctx: Context, input: ListRequest): Promise<Page<RateRow>> =>
  pageQuery(ctx, latestRates(ctx), { spec: sysRate.operations.page.list, input });

export const findRow = (ctx: Context, id: number): Promise<RateRow | undefined> =>
  allRates(ctx).where("id", "=", id).executeTakeFirst();

/** Rates of one pair and source, newest first; optionally only those before a given one. */
export function listSeries(
  ctx: Context,
  { baseCurrency, quoteCurrency, source }: RateRow,
  { beforeId, limit }: { readonly beforeId?: number | null | undefined; readonly limit: number },
): Promise<RateRow[]> {
  let query = allRates(ctx)
    .where("baseCurrency", "=", baseCurrency)
    .where("quoteCurrency", "=", quoteCurrency)
    .where("source", "=", source);
  if (beforeId)
    query = query.where(
      sql<boolean>`(effective_time, revision) < (SELECT b.effective_time, b.revision FROM rates b WHERE b.id = ${beforeId})`,
    );
  return query.orderBy("effectiveTime", "desc").orderBy("revision", "desc").limit(limit).execute();
}

const sources = { manual: "manual", ecb: "centralBank", feed: "feed" } as const;

/** A rate in force, with its sealed row. */
interface HeldQuote extends StoredQuote {
  readonly origin: RateSourceCode;
  readonly row: SealedRow<"rates"> & { readonly seal: string | null };
}

/** The rates between some currencies in force at an instant, one per source. */
export async function quotesAt(
  ctx: Pick<Context, "db">,
  currencies: readonly string[],
  at: string,
): Promise<readonly HeldQuote[]> {
  const codes = [...new Set(currencies)];
  const { rows } = await sql<
    Pick<Selectable<Tables["rates"]>, "id" | "seal" | (typeof sealedColumns)["rates"][number]>
  >`
    SELECT held.* FROM unnest(${codes}::text[]) AS base (code)
      CROSS JOIN unnest(${codes}::text[]) AS quote (code)
      CROSS JOIN unnest(${Object.keys(sources)}::text[]) AS origin (source)
      CROSS JOIN LATERAL (
        SELECT r.id, r.base_currency, r.quote_currency, r.rate, r.source, r.effective_time, r.revision, r.fetch_time, r.seal
          FROM rates r
         WHERE r.base_currency = base.code AND r.quote_currency = quote.code AND r.source = origin.source
           AND r.effective_time <= ${at}
         ORDER BY r.effective_time DESC, r.revision DESC LIMIT 1) AS held
     WHERE base.code <> quote.code`.execute(ctx.db);
  return rows.flatMap(heldQuote);
}

/** A stored rate in the form of the look-up; undefined for currencies no longer supported. */
function heldQuote(
  row: Pick<Selectable<Tables["rates"]>, "id" | "seal" | (typeof sealedColumns)["rates"][number]>,
): HeldQuote[] {
  const { id, baseCurrency: base, quoteCurrency: quote, rate, source, effectiveTime } = row;
  return isCurrency(base) && isCurrency(quote)
    ? [{ id, base, quote, rate: parseFxRate(rate), source: sources[source], effectiveTime, origin: source, row }]
    : [];
}

/** A rate in force at the end of a UTC day. */
interface DayQuote extends HeldQuote {
  readonly day: string;
}

/** Days for which a rate is still accepted after its publication. */
const dayQuoteAge = 10;

/**
 * Rates in force at the end of some UTC days, of pairs with one currency or with a cross currency; optionally as known
 * at an instant.
 */
export async function quotesOnDays(
  { db }: Pick<Context, "db">,
  {
    currencies,
    hubs,
    days,
    knownAt,
  }: {
    readonly currencies: readonly string[];
    readonly hubs: readonly string[];
    readonly days: readonly string[];
    readonly knownAt?: string | undefined;
  },
): Promise<readonly DayQuote[]> {
  const codes = [...new Set([...currencies, ...hubs])];
  const { rows } = await sql<
    { day: string } & Pick<Selectable<Tables["rates"]>, "id" | "seal" | (typeof sealedColumns)["rates"][number]>
  >`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS day, held.* FROM unnest(${[...days]}::date[]) AS d (day)
      CROSS JOIN unnest(${codes}::text[]) AS base (code)
      CROSS JOIN unnest(${codes}::text[]) AS quote (code)
      CROSS JOIN unnest(${Object.keys(sources)}::text[]) AS origin (source)
      CROSS JOIN LATERAL (
        SELECT r.id, r.base_currency, r.quote_currency, r.rate, r.source, r.effective_time, r.revision, r.fetch_time, r.seal
          FROM rates r
         WHERE r.base_currency = base.code AND r.quote_currency = quote.code AND r.source = origin.source
           AND r.effective_time < (d.day + 1)::timestamp AT TIME ZONE 'UTC'
           AND r.effective_time >= (d.day - ${dayQuoteAge}::integer)::timestamp AT TIME ZONE 'UTC'
           ${knownAt === undefined ? sql`` : sql`AND r.fetch_time <= ${knownAt}`}
         ORDER BY r.effective_time DESC, r.revision DESC LIMIT 1) AS held
     WHERE base.code <> quote.code
       AND (base.code = ANY(${[...hubs]}::text[]) OR quote.code = ANY(${[...hubs]}::text[]))`.execute(db);
  return rows.flatMap((row) => heldQuote(row).map((quote) => ({ ...quote, day: row.day })));
}

const columnsOf = (rates: readonly PublishedRate[]) => sql`unnest(
  ${rates.map(({ baseCurrency }) => baseCurrency)}::text[],
  ${rates.map(({ quoteCurrency }) => quoteCurrency)}::text[],
  ${rates.map(({ rate }) => rate)}::numeric[],
  ${rates.map(({ effectiveTime }) => effectiveTime)}::timestamptz[])
  WITH ORDINALITY AS given (base, quote, rate, at, place)`;

const storedRevision = (source: RateSourceCode) => sql`LATERAL (
  SELECT r.rate, r.revision FROM rates r
   WHERE r.base_currency = given.base AND r.quote_currency = given.quote AND r.source = ${source}
     AND r.effective_time = given.at
   ORDER BY r.revision DESC LIMIT 1) AS stored`;

/** Effect of adding a rate. */
export type AddedRateOutcome = "added" | "corrected" | "unchanged";

/** The effect of adding the rates, in order, without storing anything. */
export async function compareRates(
  ctx: Pick<Context, "db">,
  source: RateSourceCode,
  rates: readonly PublishedRate[],
): Promise<AddedRateOutcome[]> {
  if (rates.length === 0) return [];
  const { rows } = await sql<{ outcome: AddedRateOutcome }>`
    SELECT CASE WHEN stored.rate IS NULL THEN 'added'
                WHEN stored.rate = given.rate THEN 'unchanged' ELSE 'corrected' END AS outcome
      FROM ${columnsOf(rates)} LEFT JOIN ${storedRevision(source)} ON true
     ORDER BY given.place`.execute(ctx.db);
  return rows.map(({ outcome }) => outcome);
}

/** Adds rates that are not stored yet, a differing one as the next revision; answers the number added. */
export async function appendRates(
  ctx: Context,
  source: RateSourceCode,
  rates: readonly PublishedRate[],
): Promise<number> {
  if (rates.length === 0) return 0;
  const { actor, now } = ctx;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO rates (base_currency, quote_currency, rate, source, effective_time, revision, fetch_time,
                       create_user_id, create_user_name)
    SELECT given.base, given.quote, given.rate, ${source}, given.at, coalesce(stored.revision, 0) + 1,
           ${now.toISOString()}, ${actor.userId || null}, ${actor.realName || null}
      FROM ${columnsOf(rates)} LEFT JOIN ${storedRevision(source)} ON true
     WHERE stored.rate IS DISTINCT FROM given.rate
    ON CONFLICT DO NOTHING
    RETURNING id`.execute(ctx.db);
  await sealRates(ctx, rows);
  const added = rows.length;
  if (added === 0) return 0;
  ctx.recordChange({ table: "rates", id: source, before: null, after: { source, added, ...spanOf(rates) } });
  await tellOfRates(ctx);
  return added;
}

/** Notifies open lists of rates that were approved by a second person or came from a feed. */
const tellOfRates = (ctx: Context): Promise<void> =>
  ctx.emit({ topic: rateTopic, payload: {}, audience: { permission: "sysRate:page" } });

const sealRates = ({ db, seals }: Context, rows: readonly { readonly id: number }[]): Promise<number> =>
  sealPrices(
    db,
    "rates",
    (row) => seals.made("rates", row),
    rows.map(({ id }) => id),
  );

/** First and last time of some rates, for the audit record. */
function spanOf(rates: readonly PublishedRate[]) {
  const times = rates.map(({ effectiveTime }) => effectiveTime).sort();
  return { from: times[0], to: times.at(-1) };
}

interface ManualRate extends PublishedRate {
  readonly remark: string | null;
}

/** Adds a manually entered rate; undefined when an equal one is stored for that time. */
export async function addManual(ctx: Context, rate: ManualRate): Promise<number | undefined> {
  const [stored] = await from(ctx, "rates")
    .select(["rate", "revision"])
    .where("baseCurrency", "=", rate.baseCurrency)
    .where("quoteCurrency", "=", rate.quoteCurrency)
    .where("source", "=", "manual")
    .where("effectiveTime", "=", rate.effectiveTime)
    .orderBy("revision", "desc")
    .limit(1)
    .execute();
  if (stored?.rate === rate.rate) return undefined;
  const by = ctx.askedBy ?? ctx.actor;
  const row = await insert(ctx, "rates", {
    ...rate,
    source: "manual",
    revision: (stored?.revision ?? 0) + 1,
    fetchTime: ctx.now.toISOString(),
    createUserId: by.userId || null,
    createUserName: by.realName || null,
  });
  await sealRates(ctx, [row]);
  await tellOfRates(ctx);
  return row.id;
}
