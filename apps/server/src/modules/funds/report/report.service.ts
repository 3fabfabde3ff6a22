import type { reportByGateway } from "@countinghouse/contract/funds/report/report-by-gateway.ts";
import {
  factDays,
  type ReportGrouping,
  type ReportRow,
  type ReportTotal,
  reportDays,
} from "@countinghouse/contract/funds/report/report-fields.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, Resource, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import { daysBetween } from "@countinghouse/money/plain-date.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findMerchant } from "../../merchants/merchant/index.ts";
import {
  figuresOf,
  ledgerFigure,
  periodBefore,
  periodOf,
  provenMeasures,
  type ReportPeriod,
  stepsOf,
} from "./report.policy.ts";
import {
  type GroupCount,
  gatewaysOf,
  namesOf,
  needsFacts,
  type ReportQuery,
  readCounted,
  readDaily,
  readLedger,
} from "./report.store.ts";
import { type BaseCounts, convertedKey, inBase } from "./report-base.service.ts";
import { addMeasures, noMeasures } from "./report-measures.policy.ts";
import { countedUntil } from "./report-slots.store.ts";

type Operations = (typeof reportByGateway)["operations"];
type ReportInput = Omit<InputOf<Operations["prove"]>, "never">;
/** What the page of a report is asked for, whatever its rows may stand for. */
export type ReportPageQuery = ReportInput & {
  readonly groupBy?: ReportGrouping | null | undefined;
  readonly baseCurrency?: CurrencyCode | null | undefined;
  readonly compare: boolean;
};
export type ReportPage = ResultOf<Operations["page"]>;

/** The zone whose days a reader means unless told: the merchant's own, or UTC. */
async function zoneOf(ctx: Context, asked: string | null | undefined): Promise<string> {
  const { merchantIds } = ctx.actor.scope;
  const [own] = merchantIds === "all" ? [] : merchantIds;
  return asked ?? (own === undefined ? "UTC" : (await findMerchant(ctx, own)).timezone);
}

const ofGateways: readonly ReportGrouping[] = ["account", "gateway"];

/** What rows stand for unless told: what the report is named by, and to whom gateways are not shown, days. */
function groupingFor({ actor }: Context, { name }: Resource): ReportGrouping {
  if (name === "reportByMerchant") return "merchant";
  if (name === "reportByDomain") return "domain";
  return actor.scope.merchantIds === "all" ? "account" : "day";
}

/** What a report is read by; refuses, by the resource's own words, what is not made. */
async function wantedBy(ctx: Context, { name }: Resource, asked: ReportInput, groupBy: ReportGrouping | null) {
  const { fromDay, toDay, timeZone, asOf, ...filter } = asked;
  if (toDay < fromDay) throw refuse(`${name}.spanReversed`, { fromDay, toDay });
  if (asOf && Date.parse(asOf) > ctx.now.getTime()) throw refuse(`${name}.asOfAhead`, { asOf });
  const hidden = (groupBy && ofGateways.includes(groupBy)) || filter.gatewayId || filter.gatewayAccountId;
  if (hidden && ctx.actor.scope.merchantIds !== "all") throw refuse(`${name}.operatorsAlone`);
  const zone = await zoneOf(ctx, timeZone);
  const period = periodOf(fromDay, toDay, zone);
  const wanted = { filter, period, zone, groupBy, ...(asOf ? { asOf: new Date(asOf).toISOString() } : {}) };
  const days = daysBetween(fromDay, toDay) + 1;
  if (days > reportDays) throw refuse(`${name}.spanTooLong`, { days: reportDays });
  if (needsFacts(wanted)) assertReadable(name, days);
  return wanted;
}

/** Refuses what would read orders and postings of too long a time one by one. */
function assertReadable(name: string, days: number): void {
  if (days > factDays) throw refuse(`${name}.factsTooLong`, { days: factDays });
}

type WantedPeriods = Awaited<ReturnType<typeof wantedBy>>;

async function frameOf(ctx: Context, { filter, period, zone, groupBy, ...wanted }: WantedPeriods) {
  const before = periodBefore(period, zone);
  const counted = needsFacts({ filter, groupBy, ...wanted }) ? undefined : await countedUntil(ctx.db);
  return {
    mode: filter.mode,
    timeZone: zone,
    ...period,
    beforeFromDay: before.fromDay,
    beforeToDay: before.toDay,
    asOf: wanted.asOf ?? counted ?? ctx.now.toISOString(),
    countedUntil: counted ?? null,
  };
}

const byCurrency = (rows: readonly GroupCount[]) => Map.groupBy(rows, (row) => row.currency);

/** Totals per currency: of the sums, so that no rate is a mean of rates. The one with the most orders first. */
function totalsOf(rows: readonly GroupCount[], before: readonly GroupCount[] | undefined): ReportTotal[] {
  const [now, then] = [byCurrency(rows), byCurrency(before ?? [])];
  return [...new Set([...now.keys(), ...then.keys()])]
    .map((code) => ({
      currency: code,
      ...figuresOf(addMeasures(now.get(code) ?? [])),
      before: before ? figuresOf(addMeasures(then.get(code) ?? [])) : null,
    }))
    .sort((a, b) => b.orderCount - a.orderCount || (a.currency < b.currency ? -1 : 1));
}

const noNames = {
  date: null,
  gatewayId: null,
  gatewayName: null,
  gatewayAccountId: null,
  gatewayAccountName: null,
  merchantId: null,
  merchantName: null,
  domain: null,
  paymentMethod: null,
};

/** What each key of a grouping stands for. */
async function namedBy(ctx: Context, groupBy: ReportGrouping, keys: readonly string[]) {
  const ids = keys.filter(Boolean);
  switch (groupBy) {
    case "account": {
      const [names, gateways] = [await namesOf(ctx, "gatewayAccounts", ids), await gatewaysOf(ctx, ids)];
      const called = await namesOf(ctx, "gateways", [...new Set(gateways.values())]);
      return (key: string) => {
        const gatewayId = gateways.get(key) ?? "";
        const gatewayName = called.get(gatewayId) ?? "";
        return { gatewayAccountId: key, gatewayAccountName: names.get(key) ?? "", gatewayId, gatewayName };
      };
    }
    case "gateway": {
      const names = await namesOf(ctx, "gateways", ids);
      return (key: string) => ({ gatewayId: key, gatewayName: names.get(key) ?? "" });
    }
    case "merchant": {
      const names = await namesOf(ctx, "merchants", ids);
      return (key: string) => ({ merchantId: key, merchantName: names.get(key) ?? "" });
    }
    case "domain":
      return (key: string) => ({ domain: key });
    case "method":
      return (key: string) => ({ paymentMethod: key });
    case "currency":
      return () => ({});
    default:
      return (key: string) => ({ date: key });
  }
}

const isTime = (groupBy: ReportGrouping): groupBy is "day" | "week" | "month" =>
  groupBy === "day" || groupBy === "week" || groupBy === "month";

/** Under which key of the period before a row is looked for: spans of time by their place, everything else by itself. */
function earlierKey(groupBy: ReportGrouping, period: ReportPeriod, zone: string): (key: string) => string | undefined {
  if (!isTime(groupBy)) return (key) => key;
  const [now, then] = [stepsOf(period, groupBy), stepsOf(periodBefore(period, zone), groupBy)];
  return (key) => then[now.indexOf(key)];
}

/** Rows of both periods, those of the period before beside those of this one; the largest first, times in their order. */
async function rowsOf(
  ctx: Context,
  wanted: WantedPeriods & { readonly groupBy: ReportGrouping },
  now: readonly GroupCount[],
  then: readonly GroupCount[] | undefined,
) {
  const { groupBy, period, zone } = wanted;
  const place = (key: string | undefined, code: CurrencyCode) => `${code} ${key}`;
  const earlier = new Map((then ?? []).map((row) => [place(row.key, row.currency), row]));
  const keyBefore = earlierKey(groupBy, period, zone);
  const gone = isTime(groupBy)
    ? []
    : (then ?? []).filter((row) => !now.some((one) => one.key === row.key && one.currency === row.currency));
  const all = [...now, ...gone.map(({ key, currency: code }) => ({ ...noMeasures, key, currency: code }))];
  const named = await namedBy(ctx, groupBy, [...new Set(all.map(({ key }) => key))]);
  return all
    .map((row): ReportRow & { readonly key: string } => {
      const before = earlier.get(place(keyBefore(row.key), row.currency));
      return {
        key: row.key,
        ...noNames,
        ...named(row.key),
        currency: row.currency,
        ...figuresOf(row),
        before: then ? figuresOf(before ?? noMeasures) : null,
      };
    })
    .sort(
      (a, b) => (isTime(groupBy) ? compareText(a.key, b.key) : bySales(a, b)) || compareText(a.currency, b.currency),
    );
}

const withoutKey = ({ key: _key, ...row }: ReportRow & { readonly key: string }): ReportRow => row;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const bySales = (a: ReportRow, b: ReportRow): number => {
  const difference = BigInt(b.salesAmount) - BigInt(a.salesAmount);
  return difference > 0n ? 1 : difference < 0n ? -1 : b.orderCount - a.orderCount;
};

/** Reads both periods of a report. */
const bothPeriods = (ctx: Context, wanted: ReportQuery & Pick<WantedPeriods, "period">, compare: boolean) =>
  Promise.all([
    readCounted(ctx, wanted),
    compare ? readCounted(ctx, { ...wanted, period: periodBefore(wanted.period, wanted.zone) }) : undefined,
  ]);

/** The page of a report: a row for each group and currency, and totals, beside the period before. */
export const readReport =
  (resource: Resource) =>
  async (
    ctx: Context,
    { groupBy: grouping, compare, baseCurrency, ...asked }: ReportPageQuery,
  ): Promise<ReportPage> => {
    const groupBy = grouping ?? groupingFor(ctx, resource);
    const wanted = { ...(await wantedBy(ctx, resource, asked, groupBy)), groupBy };
    const read = baseCurrency
      ? await bothInBase(ctx, resource, wanted, { compare, base: currency(baseCurrency) })
      : { counts: await bothPeriods(ctx, wanted, compare), base: null };
    const [now, then] = read.counts;
    const rows = (await rowsOf(ctx, wanted, now, then)).map(withoutKey);
    return { ...(await frameOf(ctx, wanted)), groupBy, rows, totals: totalsOf(now, then), base: read.base };
  };

type Grouped = WantedPeriods & { readonly groupBy: ReportGrouping };

const nothing: BaseCounts = { originals: [], converted: new Map(), merged: [] };

/** Both periods in one currency, and the rows of this one as they were before. */
async function bothInBase(
  ctx: Context,
  { name }: Resource,
  wanted: Grouped,
  { compare, base }: { readonly compare: boolean; readonly base: CurrencyCode },
) {
  const [daily, dailyBefore] = await Promise.all([
    readDaily(ctx, wanted),
    compare ? readDaily(ctx, { ...wanted, period: periodBefore(wanted.period, wanted.zone) }) : undefined,
  ]);
  const periods = [daily, ...(dailyBefore ? [dailyBefore] : [])];
  const { counts, rates } = await inBase(ctx, name, periods, { base, asOf: wanted.asOf });
  const [now = nothing, then] = counts;
  const originals = await rowsOf(ctx, wanted, now.originals, undefined);
  return {
    counts: [now.merged, then?.merged] as const,
    base: {
      currency: base,
      rates,
      originals: originals.map(withoutKey),
      converted: originals.map((row) => ({
        currency: base,
        ...figuresOf(now.converted.get(convertedKey(row)) ?? noMeasures),
        before: null,
      })),
    },
  };
}

const pointsOf = (rows: readonly GroupCount[]) =>
  rows
    .map((row) => ({
      date: row.key,
      currency: row.currency,
      orderCount: row.orders,
      paidCount: row.paid,
      salesAmount: row.sales,
      refundAmount: row.refunded,
    }))
    .sort((a, b) => compareText(a.date, b.date) || compareText(a.currency, b.currency));

/** The course of a report, step by step. */
export const readTrend =
  (resource: Resource) =>
  async (
    ctx: Context,
    { step, baseCurrency, ...asked }: InputOf<Operations["trend"]>,
  ): Promise<ResultOf<Operations["trend"]>> => {
    const wanted = { ...(await wantedBy(ctx, resource, asked, step)), groupBy: step };
    const [now, then] = baseCurrency
      ? (await bothInBase(ctx, resource, wanted, { compare: true, base: currency(baseCurrency) })).counts
      : await bothPeriods(ctx, wanted, true);
    return {
      ...(await frameOf(ctx, wanted)),
      steps: stepsOf(wanted.period, step),
      stepsBefore: stepsOf(periodBefore(wanted.period, wanted.zone), step),
      points: pointsOf(now),
      pointsBefore: pointsOf(then ?? []),
    };
  };

/** What only the operator is told of. */
const operatorsMeasures: readonly string[] = ["feeAmount", "gatewayCost", "houseCost"];

/** The totals of a report beside what the ledger's postings come to. */
export const proveReport =
  (resource: Resource) =>
  async (ctx: Context, asked: ReportInput): Promise<ResultOf<Operations["prove"]>> => {
    const wanted = await wantedBy(ctx, resource, asked, null);
    assertReadable(resource.name, daysBetween(asked.fromDay, asked.toDay) + 1);
    const frame = await frameOf(ctx, wanted);
    // What was booked after the report was added up is not in it.
    const asOf = wanted.asOf ?? frame.countedUntil ?? undefined;
    const [counted, ledger] = await Promise.all([readCounted(ctx, wanted), readLedger(ctx, { ...wanted, asOf })]);
    const booked = Map.groupBy(ledger, ({ currency: code }) => code);
    const totals = new Map(totalsOf(counted, undefined).map((total) => [total.currency, total]));
    const isOperator = ctx.actor.scope.merchantIds === "all";
    const proofs = [...new Set([...totals.keys(), ...booked.keys()])].sort().flatMap((code) => {
      const figures = totals.get(code) ?? figuresOf(noMeasures);
      return provenMeasures
        .filter((measure) => isOperator || !operatorsMeasures.includes(measure))
        .map((measure) => {
          const { amount, journals } = ledgerFigure(measure, booked.get(code) ?? []);
          const report = figures[measure] ?? "0";
          return { currency: currency(code), measure, report, ledger: amount, journals, isEqual: report === amount };
        });
    });
    return { ...frame, proofs };
  };
