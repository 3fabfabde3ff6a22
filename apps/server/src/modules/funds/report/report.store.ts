import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { from, merchantsAndHouse } from "../../../platform/db/scoped.ts";
import type { Mode } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";
import { dayLengths, grainSpans, grains, type ReportPeriod, timeGroups } from "./report.policy.ts";
import { journalsWithin, reportFacts } from "./report-facts.store.ts";
import { columnOf, countNames, type Measures, type RollupGrain, sumNames } from "./report-measures.policy.ts";

type Reading = Pick<Context, "actor" | "db">;
type List = readonly string[] | null | undefined;

/** What of everything a report is of. */
export interface ReportFilter {
  readonly mode: Mode;
  readonly merchantId?: List;
  readonly gatewayId?: string | null | undefined;
  readonly gatewayAccountId?: string | null | undefined;
  readonly appId?: string | null | undefined;
  readonly domain?: string | null | undefined;
  readonly currency?: List;
  readonly paymentMethod?: List;
  readonly cardBrand?: List;
  readonly country?: List;
}

/** A report to be read. */
export interface ReportQuery {
  readonly filter: ReportFilter;
  readonly period: Pick<ReportPeriod, "from" | "to">;
  readonly zone: string;
  /** None for everything together. */
  readonly groupBy: ReportGrouping | null;
  readonly asOf?: string | undefined;
}

/** What was counted of one group in one currency. */
export interface GroupCount extends Measures {
  /** What the group is known by: an id, a host, a code or a day; empty for none. */
  readonly key: string;
  readonly currency: CurrencyCode;
}

/** The same of one day in UTC, as amounts are converted. */
export interface DayCount extends GroupCount {
  readonly day: string;
}

const isSome = (list: List): list is readonly string[] => (list?.length ?? 0) > 0;

/** What the roll-up does not tell apart. */
export const needsFacts = ({ filter, groupBy, asOf }: Pick<ReportQuery, "filter" | "groupBy" | "asOf">): boolean =>
  asOf !== undefined ||
  groupBy === "method" ||
  Boolean(filter.appId) ||
  [filter.paymentMethod, filter.cardBrand, filter.country].some(isSome);

const sums = sql.join([
  // Counts of a year may be beyond an integer; up to 2^53 they are exact.
  ...countNames.map((name) => sql`sum(r.${sql.raw(columnOf(name))})::float8 AS ${sql.raw(columnOf(name))}`),
  ...sumNames.map((name) => sql`sum(r.${sql.raw(columnOf(name))})::text AS ${sql.raw(columnOf(name))}`),
]);

const gatewayOf = sql`coalesce((SELECT ga.gateway_id FROM gateway_accounts ga WHERE ga.id = r.gateway_account_id), '')`;

/** SQL of what a row `r` belongs to. */
function keyOf({ groupBy, zone }: Pick<ReportQuery, "groupBy" | "zone">, time: string): RawBuilder<unknown> {
  switch (groupBy) {
    case "account":
      return sql`r.gateway_account_id`;
    case "gateway":
      return gatewayOf;
    case "merchant":
      return sql`r.merchant_id`;
    case "domain":
      return sql`r.domain`;
    case "method":
      return sql`r.payment_method`;
    case "day":
    case "week":
    case "month":
      return sql`to_char(date_trunc(${groupBy}::text, r.${sql.raw(time)} AT TIME ZONE ${zone}::text), 'YYYY-MM-DD')`;
    default:
      return sql`''`;
  }
}

const anyOf = (column: string, list: List): RawBuilder<SqlBool>[] =>
  isSome(list) ? [sql<SqlBool>`${sql.raw(column)} = ANY(${[...list]}::text[])`] : [];

/** Conditions on rows `r`, whatever they are read from. */
function conditionsOf(filter: ReportFilter): RawBuilder<SqlBool>[] {
  const { mode, gatewayId, gatewayAccountId, domain } = filter;
  return [
    sql<SqlBool>`r.mode = ${mode}`,
    ...anyOf("r.merchant_id", filter.merchantId),
    ...anyOf("r.currency", filter.currency),
    ...(gatewayAccountId ? [sql<SqlBool>`r.gateway_account_id = ${gatewayAccountId}`] : []),
    ...(gatewayId
      ? [
          sql<SqlBool>`r.gateway_account_id IN (SELECT ga.id FROM gateway_accounts ga WHERE ga.gateway_id = ${gatewayId})`,
        ]
      : []),
    ...(domain === null || domain === undefined ? [] : [sql<SqlBool>`r.domain = ${domain}`]),
  ];
}

const seesAll = ({ actor: { scope } }: Reading): boolean => scope.merchantIds === "all" && scope.orgIds === "all";

/** Whether the sums of whole tenants tell it, however many merchants there are. */
const isOfAll = (ctx: Reading, { filter, groupBy }: ReportQuery): boolean =>
  seesAll(ctx) &&
  !isSome(filter.merchantId) &&
  (filter.domain ?? null) === null &&
  groupBy !== "merchant" &&
  groupBy !== "domain";

/** Whose books a report is of: the merchants in reach, and to whoever sees all of them the house. */
const booksOf = (ctx: Reading) =>
  seesAll(ctx) ? merchantsAndHouse(ctx).select("merchants.id") : from(ctx, "merchants").select("merchants.id");

/** The rows `r` of the roll-up that a report is made of, and what holds of them. */
function rolledUp(ctx: Context, wanted: ReportQuery, longest: readonly RollupGrain[]) {
  const { filter, groupBy, period, zone } = wanted;
  const isTimed = groupBy !== null && timeGroups.includes(groupBy);
  const parts = grainSpans(period.from, period.to, isTimed ? dayLengths(zone, period) : longest);
  const spans = sql`(VALUES ${sql.join(
    parts.map(({ grain, from: a, to: b }) => sql`(${grain}::text, ${a}::timestamptz, ${b}::timestamptz)`),
  )}) AS w (grain, a, b)`;
  const ofAll = isOfAll(ctx, wanted);
  const byAccount = groupBy === "account" || groupBy === "gateway" || filter.gatewayId || filter.gatewayAccountId;
  const facet = byAccount ? "account" : "all";
  const visible = ofAll ? undefined : ofVisibleMerchants(ctx, "reportSlots.merchantId");
  const slots = from(ctx, "reportSlots").selectAll("reportSlots");
  const rows = ofAll
    ? from(ctx, "reportTotals").selectAll("reportTotals").where("facet", "=", facet)
    : visible
      ? slots.where(visible)
      : slots;
  return {
    rows: sql`${spans} JOIN (${rows}) AS r ON r.grain = w.grain AND r.slot >= w.a AND r.slot < w.b`,
    time: "slot",
    conditions: conditionsOf(filter),
  };
}

/** The facts `r` themselves, for what the roll-up does not tell. */
function fromFacts(ctx: Context, { filter, period, asOf }: ReportQuery) {
  const spans = sql`(VALUES (${period.from}::timestamptz, ${period.to}::timestamptz)) AS w (a, b)`;
  const facts = reportFacts({ spans, ...(asOf === undefined ? {} : { asOf }) });
  const { merchantIds } = ctx.actor.scope;
  const inReach =
    merchantIds === "all"
      ? sql<SqlBool>`r.merchant_id IN (${booksOf(ctx)})`
      : sql<SqlBool>`r.merchant_id = ANY(${[...merchantIds]}::text[])`;
  return {
    with: facts.with,
    rows: sql`${facts.rows} AS r`,
    time: "at",
    conditions: [
      inReach,
      ...conditionsOf(filter),
      ...(filter.appId ? [sql<SqlBool>`r.app_id = ${filter.appId}`] : []),
      ...anyOf("r.payment_method", filter.paymentMethod),
      ...anyOf("r.card_brand", filter.cardBrand),
      ...anyOf("r.country", filter.country),
    ],
  };
}

/** What was counted, by group and currency; in the actor's scope. */
export const readCounted = (ctx: Context, wanted: ReportQuery): Promise<GroupCount[]> =>
  counted(ctx, wanted, { lengths: grains, day: sql`''` });

/** No longer than a day in UTC. */
const upToDays = grains.filter((grain) => grain !== "month");

/** {@link readCounted} day by day in UTC. */
export const readDaily = (ctx: Context, wanted: ReportQuery): Promise<DayCount[]> =>
  counted(ctx, wanted, { lengths: upToDays });

async function counted(
  ctx: Context,
  wanted: ReportQuery,
  { lengths, day }: { readonly lengths: readonly RollupGrain[]; readonly day?: RawBuilder<unknown> },
): Promise<DayCount[]> {
  const source = needsFacts(wanted) ? fromFacts(ctx, wanted) : rolledUp(ctx, wanted, lengths);
  const ofDay = sql`to_char(r.${sql.raw(source.time)} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  const { rows } = await sql<DayCount>`
    ${"with" in source && source.with ? sql`WITH ${source.with}` : sql``}
    SELECT ${keyOf(wanted, source.time)} AS key, r.currency, ${day ?? ofDay} AS day, ${sums}
      FROM ${source.rows}
     WHERE ${sql.join(source.conditions, sql` AND `)}
     GROUP BY 1, 2, 3`.execute(ctx.db);
  return rows;
}

/** What gateways, accounts and merchants are called, by id. */
export async function namesOf(
  { db }: Pick<Context, "db">,
  table: "gateways" | "gatewayAccounts" | "merchants",
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom(table)
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Gateways of accounts, by the account's id. */
export async function gatewaysOf(
  { db }: Pick<Context, "db">,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("gatewayAccounts")
    .select(["id", "gatewayId"])
    .where("id", "in", [...accountIds])
    .execute();
  return new Map(rows.map(({ id, gatewayId }) => [id, gatewayId]));
}

/** What journals moved on one kind of the platform's accounts, by event: debits less credits. */
export interface LedgerMovement {
  readonly currency: CurrencyCode;
  readonly event: string;
  /** `gateway_receivable`, `rev` and so on; `house_cost` for what the house bears. */
  readonly kind: string;
  readonly amount: string;
  readonly journals: number;
}

/**
 * What the ledger says of the same: its postings added up by event and account, and nothing else asked but whose they are
 * where a filter says so. A reversal counts to the event that it undoes.
 */
export async function readLedger(
  ctx: Context,
  { filter, period, asOf }: Omit<ReportQuery, "groupBy" | "zone">,
): Promise<LedgerMovement[]> {
  const { mode, merchantId, gatewayId, gatewayAccountId, domain } = filter;
  const account = sql`CASE WHEN split_part(side.account, ':', 2) IN ('gateway_receivable', 'dispute_clearing')
    THEN split_part(side.account, ':', 4)
    ELSE coalesce(nullif(split_part(other.account, ':', 4), ''), o.gateway_account_id, '') END`;
  const conditions = [
    sql<SqlBool>`j.book = ${mode}`,
    sql<SqlBool>`j.merchant_id IN (${booksOf(ctx)})`,
    sql<SqlBool>`split_part(side.account, ':', 2) IN ('gateway_receivable', 'dispute_clearing', 'rev', 'cost')`,
    ...anyOf("j.merchant_id", merchantId),
    ...anyOf("p.currency", filter.currency),
    ...(asOf === undefined ? [] : [sql<SqlBool>`j.posted_at <= ${asOf}`]),
    ...(gatewayAccountId ? [sql<SqlBool>`${account} = ${gatewayAccountId}`] : []),
    ...(gatewayId
      ? [sql<SqlBool>`${account} IN (SELECT ga.id FROM gateway_accounts ga WHERE ga.gateway_id = ${gatewayId})`]
      : []),
    ...(domain === null || domain === undefined ? [] : [sql<SqlBool>`coalesce(o.domain, '') = ${domain}`]),
    ...(filter.appId ? [sql<SqlBool>`o.app_id = ${filter.appId}`] : []),
    ...anyOf("o.payment_method", filter.paymentMethod),
    ...anyOf("o.card_brand", filter.cardBrand),
    ...anyOf("o.country", filter.country),
  ];
  const { rows } = await sql<LedgerMovement>`
    SELECT p.currency, coalesce(undone.event, j.event) AS event,
           CASE WHEN book.is_house THEN 'house_' ELSE '' END || split_part(side.account, ':', 2) AS kind,
           sum(side.sign * p.amount)::text AS amount, count(DISTINCT (j.merchant_id, j.id))::integer AS journals
      FROM ${journalsWithin(sql`(VALUES (${period.from}::timestamptz, ${period.to}::timestamptz)) AS w (a, b)`)} AS j
      JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
     CROSS JOIN LATERAL (VALUES (p.debit_account, 1), (p.credit_account, -1)) AS side (account, sign)
     CROSS JOIN LATERAL (SELECT CASE WHEN side.sign = 1 THEN p.credit_account ELSE p.debit_account END AS account) AS named
     CROSS JOIN LATERAL (SELECT CASE WHEN named.account LIKE 'plt:gateway_receivable:%' OR named.account LIKE 'plt:recon_suspense:___:ga\\_%' THEN named.account ELSE '' END AS account) AS other
      JOIN merchants AS book ON book.id = j.merchant_id
      LEFT JOIN ledger_journals undone ON undone.merchant_id = j.merchant_id AND undone.id = j.reversal_of
      LEFT JOIN coin_orders o ON o.merchant_id = j.merchant_id AND o.id = j.order_id
     WHERE ${sql.join(conditions, sql` AND `)}
     GROUP BY 1, 2, 3`.execute(ctx.db);
  return rows;
}
