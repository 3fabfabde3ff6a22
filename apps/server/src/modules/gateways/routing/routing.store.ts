import type { Money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { from, type ScopeContext } from "../../../platform/db/scoped.ts";
import type { RouteRequest } from "./routing.candidate.policy.ts";
import type { CandidateBindingRow, RoutingRow } from "./routing.snapshot.policy.ts";

/** What the snapshot depends on. */
export interface SnapshotRequest {
  readonly merchantId: string;
  readonly mode: RouteRequest["mode"];
  readonly amount: Money;
  readonly appId: string | null;
  readonly binCountry: string | null;
  /** The order to be paid, whose own pending attempts do not count. Absent for a mere offer. */
  readonly orderNo?: string;
  /** Payment method codes; each binding is returned once per code. */
  readonly methods: readonly string[];
  readonly at: Date;
}

/** Day and month for usage, in UTC. */
export const periodsOf = (at: Date): { readonly day: string; readonly month: string } => {
  const day = at.toISOString().slice(0, 10);
  return { day, month: day.slice(0, 7) };
};

/** How long ended bindings, and those of the other mode, are still listed as excluded, in milliseconds. */
const longAgo = 30 * 86_400_000;

/**
 * Everything that decides about a payment, in one statement, because it delays every order. An exception to the module
 * rule: it reads other modules' tables, since asking each module would take a dozen statements.
 */
export async function readSnapshot(
  ctx: ScopeContext,
  { merchantId, mode, amount, appId, binCountry, methods, at, orderNo = "" }: SnapshotRequest,
): Promise<{ readonly routing: RoutingRow; readonly bindings: readonly CandidateBindingRow[] } | undefined> {
  const { day } = periodsOf(at);
  const merchant = from(ctx, "merchants")
    .select(["merchants.id", "merchants.tenantId", "merchants.country", "merchants.mcc"])
    .where("merchants.id", "=", merchantId);
  const { rows } = await sql<RoutingRow & { binding: CandidateBindingRow | null }>`
    SELECT m.country, m.mcc, r.strategy, r.rules, r.fallback_account_ids, coalesce(r.version, 0) AS version,
           EXISTS (SELECT 1 FROM mer_pay_channel_cfgs l WHERE ${lineOf(appId)}) AS "hasCheckout",
           CASE WHEN b.id IS NULL THEN NULL ELSE to_jsonb(b) END AS binding
      FROM (${merchant}) m
      LEFT JOIN merchant_routings r ON r.merchant_id = m.id AND r.mode = ${mode}
      LEFT JOIN LATERAL (
        SELECT c.id, c.gateway_account_id AS "accountId", a.name, a.gateway_id AS "gatewayId", a.mode,
               c.priority, c.weight, c.status, c.coin_app_ids AS "appIds", c.payment_methods AS "methods",
               c.payment_types AS "types", c.currencies, c.countries, c.bin_countries AS "binCountries",
               c.unknown_issuer AS "unknownIssuer",
               c.valid_from AS "validFrom", c.valid_to AS "validTo", c.limits,
               asked.code AS "method", pm.category,
               concat_ws('.', c.version, a.version, g.version, u.version, gm.version, um.version) AS version,
               u.status AS "providerStatus", g.status AS "gatewayStatus", a.status AS "accountStatus",
               CASE WHEN a.forced_until > ${at.toISOString()} THEN a.forced_health ELSE a.health END AS health,
               a.currencies AS "accountCurrencies", a.mccs, a.limits AS "accountLimits",
               pm.status AS "methodStatus", gm.status AS "onAccount", um.status AS "atProvider",
               gm.currencies AS "accountMethodCurrencies", gm.countries AS "accountMethodCountries",
               gm.limits AS "accountMethodLimits", um.currencies AS "providerCurrencies",
               um.countries AS "providerCountries", um.limits AS "providerLimits",
               u.capabilities, um.supports, um.flow,
               um.default_cost_percent AS "listPercent", um.default_cost_fixed AS "listFixed",
               ${costs(amount.currency, day)} AS costs,
               ${channels(appId, at)} AS channels,
               ${usage({ merchantId, currency: amount.currency, orderNo, at })} AS usage,
               CASE WHEN r.strategy = 'success_rate' THEN ${rates(binCountry)} END AS rates
          FROM mer_gateway_account_cfgs c
          JOIN gateway_accounts a ON a.id = c.gateway_account_id
          JOIN gateways g ON g.id = a.gateway_id
          JOIN upstream_gateways u ON u.id = g.upstream_gateway_id
          CROSS JOIN (VALUES ${sql.join(methods.map((code) => sql`(${code}::text)`))}) AS asked (code)
          LEFT JOIN payment_methods pm ON pm.tenant_id = m.tenant_id AND pm.code = asked.code
          LEFT JOIN gateway_methods gm ON gm.gateway_account_id = a.id AND gm.payment_method_id = pm.id
          LEFT JOIN upstream_methods um ON um.upstream_gateway_id = u.id AND um.payment_method_id = pm.id
         WHERE c.merchant_id = m.id AND c.mode = ${mode}
           AND (c.valid_to IS NULL OR c.valid_to > ${new Date(at.getTime() - longAgo).toISOString()})
      ) b ON true`.execute(ctx.db);
  const [routing] = rows;
  return routing && { routing, bindings: rows.flatMap(({ binding }) => (binding ? [binding] : [])) };
}

const costs = (currency: string, day: string) => sql`(
  SELECT jsonb_agg(jsonb_build_object('cardRegion', p.card_region, 'percent', p.percent, 'fixed', p.fixed::text,
           'minimum', p.minimum::text, 'maximum', p.maximum::text, 'validFrom', p.valid_from))
    FROM gateway_method_costs p
   WHERE p.gateway_method_id = gm.id AND p.currency = ${currency} AND p.valid_from <= ${day})`;

/** Checkout lines that apply to an app's payers. */
const lineOf = (appId: string | null) =>
  sql`l.merchant_id = m.id AND (l.coin_app_id IS NULL OR l.coin_app_id = ${appId}::text)`;

/**
 * Channels that sell the method over the gateway, each with the merchant's settings: the app's own before the general
 * ones.
 */
const channels = (appId: string | null, at: Date) => sql`(
  SELECT jsonb_agg(jsonb_build_object('id', n.id, 'sort', n.sort, 'isOfGateway', n.gateway_id IS NOT NULL,
           'currencies', n.currencies, 'countries', n.countries, 'limits', n.limits,
           'state', CASE WHEN n.status = 'disabled' THEN 'disabled'
                         WHEN n.maintenance_from <= ${at.toISOString()} AND n.maintenance_to > ${at.toISOString()}
                         THEN 'maintenance' ELSE 'open' END,
           'line', (SELECT jsonb_build_object('isShown', l.is_offered AND l.status = 'enabled', 'devices', l.devices,
                             'currencies', l.currencies, 'countries', l.countries, 'limits', l.limits)
                      FROM mer_pay_channel_cfgs l
                     WHERE l.channel_id = n.id AND ${lineOf(appId)}
                     ORDER BY l.coin_app_id IS NULL LIMIT 1)))
    FROM channels n
   WHERE n.payment_method_id = pm.id AND (n.gateway_id IS NULL OR n.gateway_id = g.id))`;

interface UsageSource {
  readonly merchantId: string;
  readonly currency: string;
  readonly orderNo: string;
  readonly at: Date;
}

/**
 * Decided and pending payments over the account, by the day and month in which they began. Pending ones are read only
 * where a cap in the currency may need them.
 */
const usage = ({ merchantId, currency, orderNo, at }: UsageSource) => {
  const { day, month } = periodsOf(at);
  return sql`(
  SELECT jsonb_agg(jsonb_build_object('ofMerchant', s.of_merchant, 'period', s.period,
           'amount', s.amount::text, 'payments', s.payments))
    FROM (
      SELECT s.merchant_id <> '' AS of_merchant, s.period, s.amount, s.payments
        FROM route_usages s
       WHERE s.gateway_account_id = a.id AND s.merchant_id IN ('', ${merchantId})
         AND s.period IN (${day}, ${month}) AND s.currency = ${currency}
       UNION ALL
      SELECT w.of_merchant, p.period, sum(t.amount), count(*)
        FROM payment_attempts t
        CROSS JOIN (VALUES (false), (true)) AS w (of_merchant)
        JOIN (VALUES (${day}, ${`${day}T00:00:00Z`}::timestamptz), (${month}, ${`${month}-01T00:00:00Z`}::timestamptz))
             AS p (period, began) ON t.started_time >= p.began
       WHERE (a.limits || c.limits) @> ${JSON.stringify([{ currency }])}::jsonb
         AND t.gateway_account_id = a.id AND t.started_time >= ${`${month}-01T00:00:00Z`}
         AND t.status IN ('initiated', 'authentication_pending', 'submitting', 'unknown')
         AND t.currency = ${currency} AND t.order_no <> ${orderNo}
         AND (NOT w.of_merchant OR t.merchant_id = ${merchantId})
       GROUP BY w.of_merchant, p.period
    ) s)`;
};

const rates = (binCountry: string | null) => sql`(
  SELECT jsonb_agg(jsonb_build_object('isAll', q.method = '', 'attempts', q.attempts, 'approved', q.approved))
    FROM route_rates q
   WHERE q.gateway_account_id = a.id
     AND ((q.method = asked.code AND q.bin_country = ${binCountry ?? ""}) OR (q.method = '' AND q.bin_country = '')))`;

/** Number of a merchant's enabled bindings for a mode. */
export async function countBindings(
  ctx: ScopeContext,
  merchantId: string,
  mode?: RouteRequest["mode"],
): Promise<number> {
  let query = from(ctx, "merGatewayAccountCfgs")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("merchantId", "=", merchantId)
    .where("status", "=", "enabled");
  if (mode) query = query.where("mode", "=", mode);
  const { count } = await query.executeTakeFirstOrThrow();
  return Number(count);
}

/** A merchant's usage of an account. */
export interface UsageQuery {
  readonly merchantId: string;
  readonly gatewayAccountId: string;
  readonly at: Date;
}

/** A merchant's payments over an account on a day and in its month, per currency. The account must be in scope. */
export async function usageOf({ db }: Pick<ScopeContext, "db">, { merchantId, gatewayAccountId, at }: UsageQuery) {
  const { day, month } = periodsOf(at);
  const rows = await db
    .selectFrom("routeUsages")
    .select(["currency", "period", "amount", "payments"])
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where("merchantId", "=", merchantId)
    .where("period", "in", [day, month])
    .orderBy("currency")
    .execute();
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const of = (period: string) => rows.find((row) => row.currency === currency && row.period === period);
    return {
      currency,
      dailyAmount: of(day)?.amount ?? "0",
      dailyCount: of(day)?.payments ?? 0,
      monthlyAmount: of(month)?.amount ?? "0",
    };
  });
}
