import { feeOn } from "@countinghouse/money/fee.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { rate6 } from "@countinghouse/money/rate.ts";
import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";

/** Which payment is priced. The card's region is null where there is no card, or nothing is known of it. */
export interface CostQuestion {
  readonly gatewayAccountId: string;
  /** Code of the method. */
  readonly method: string;
  readonly cardRegion: "domestic" | "intra" | "inter" | null;
  readonly amount: Money;
  readonly at: Date;
}

interface PriceRow {
  readonly percent: number | null;
  readonly fixed: string | null;
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly defaultPercent: number | null;
  readonly defaultFixed: readonly { readonly currency: string; readonly amount: string }[] | null;
}

/** The account's own price that holds on the day, of the card's region before that of any; and the provider's default. */
async function priceOf({ db }: Pick<Context, "db">, question: CostQuestion): Promise<PriceRow | undefined> {
  const { gatewayAccountId, method, cardRegion, amount, at } = question;
  const { rows } = await sql<PriceRow>`
    SELECT own.percent, own.fixed, own.minimum, own.maximum,
           offer.default_cost_percent AS default_percent, offer.default_cost_fixed AS default_fixed
      FROM gateway_accounts a
      JOIN gateways g ON g.id = a.gateway_id
      JOIN payment_methods m ON m.tenant_id = a.tenant_id AND m.code = ${method}
      LEFT JOIN upstream_methods offer
        ON offer.upstream_gateway_id = g.upstream_gateway_id AND offer.payment_method_id = m.id
      LEFT JOIN LATERAL (
        SELECT c.percent, c.fixed, c.minimum, c.maximum
          FROM gateway_methods gm JOIN gateway_method_costs c ON c.gateway_method_id = gm.id
         WHERE gm.gateway_account_id = a.id AND gm.payment_method_id = m.id AND c.currency = ${amount.currency}
           AND c.card_region IN ('any', ${cardRegion ?? "any"}) AND c.valid_from <= ${at.toISOString().slice(0, 10)}::date
         ORDER BY c.card_region = 'any', c.valid_from DESC LIMIT 1) AS own ON true
     WHERE a.id = ${gatewayAccountId}`.execute(db);
  return rows[0];
}

/**
 * What the provider is expected to charge for a payment, until its files say what it did charge. The account's own
 * price, else the provider's default, which every method on offer has: a payment never costs nothing without somebody
 * having said so.
 */
export async function costOf(ctx: Pick<Context, "db">, question: CostQuestion): Promise<Money> {
  const price = await priceOf(ctx, question);
  const { amount, method, gatewayAccountId } = question;
  const of = (minor: string | null) => (minor === null ? null : money(BigInt(minor), amount.currency));
  if (price && price.percent !== null) {
    const { percent, fixed, minimum, maximum } = price;
    const terms = { percent: rate6(percent), fixed: money(BigInt(fixed ?? "0"), amount.currency) };
    return feeOn(amount, { ...terms, minimum: of(minimum), maximum: of(maximum) }).charged;
  }
  if (!price || price.defaultPercent === null)
    throw new Error(
      `gateway account ${gatewayAccountId} is asked what ${method} costs, which its provider does not offer`,
    );
  const fixed = price.defaultFixed?.find(({ currency }) => currency === amount.currency)?.amount ?? "0";
  const terms = { percent: rate6(price.defaultPercent), fixed: money(BigInt(fixed), amount.currency) };
  return feeOn(amount, { ...terms, minimum: null, maximum: null }).charged;
}
