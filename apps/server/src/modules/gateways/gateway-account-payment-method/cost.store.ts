import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import type { CostSource } from "../routing/index.ts";

/** Which prices of a provider are asked for. */
export interface CostQuery {
  readonly gatewayAccountId: string;
  /** Code of the method. */
  readonly method: string;
  readonly currency: string;
  readonly at: Date;
}

/** An account's own prices of a method on a day, and the provider's list price; undefined where it does not offer it. */
export async function costSourceOf(
  { db }: Pick<Context, "db">,
  { gatewayAccountId, method, currency, at }: CostQuery,
): Promise<CostSource | undefined> {
  const { rows } = await sql<CostSource>`
    SELECT (SELECT jsonb_agg(jsonb_build_object('cardRegion', c.card_region, 'percent', c.percent, 'fixed', c.fixed::text,
                     'minimum', c.minimum::text, 'maximum', c.maximum::text, 'validFrom', c.valid_from))
              FROM gateway_methods gm JOIN gateway_method_costs c ON c.gateway_method_id = gm.id
             WHERE gm.gateway_account_id = a.id AND gm.payment_method_id = m.id AND c.currency = ${currency}
               AND c.valid_from <= ${at.toISOString().slice(0, 10)}::date) AS costs,
           offer.default_cost_percent AS list_percent, offer.default_cost_fixed AS list_fixed
      FROM gateway_accounts a
      JOIN gateways g ON g.id = a.gateway_id
      JOIN payment_methods m ON m.tenant_id = a.tenant_id AND m.code = ${method}
      LEFT JOIN upstream_methods offer
        ON offer.upstream_gateway_id = g.upstream_gateway_id AND offer.payment_method_id = m.id
     WHERE a.id = ${gatewayAccountId}`.execute(db);
  return rows[0];
}

/** What a gateway account says of refunds by one of its methods. */
export interface RefundSupport {
  /** How long after a payment it may be refunded; null where the catalogue does not say. */
  readonly windowDays: number | null;
  /** What the gateway keeps for a refund, in minor units of the currency; null where nothing is agreed. */
  readonly cost: string | null;
}

/** What is agreed with a gateway about refunds by a method in a currency. */
export async function refundSupportOf(
  { db }: Pick<Context, "db">,
  { gatewayAccountId, method, currency }: Omit<CostQuery, "at">,
): Promise<RefundSupport> {
  const { rows } = await sql<RefundSupport>`
    SELECT offer.refund_window_days AS window_days,
           (SELECT fixed ->> 'amount' FROM jsonb_array_elements(gm.refund_cost) AS fixed
             WHERE fixed ->> 'currency' = ${currency} LIMIT 1) AS cost
      FROM gateway_accounts a
      JOIN gateways g ON g.id = a.gateway_id
      JOIN payment_methods m ON m.tenant_id = a.tenant_id AND m.code = ${method}
      LEFT JOIN upstream_methods offer
        ON offer.upstream_gateway_id = g.upstream_gateway_id AND offer.payment_method_id = m.id
      LEFT JOIN gateway_methods gm ON gm.gateway_account_id = a.id AND gm.payment_method_id = m.id
     WHERE a.id = ${gatewayAccountId}`.execute(db);
  return rows[0] ?? { windowDays: null, cost: null };
}
