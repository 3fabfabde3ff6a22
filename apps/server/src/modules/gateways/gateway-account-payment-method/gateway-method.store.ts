import {
  type GatewayMethod,
  gatewayAccountPaymentMethod,
} from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { currencyCodes } from "@countinghouse/money/currency.ts";
import { type Insertable, sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { from, insert, remove } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

const everyCurrency = currencyCodes.join(" ");
const dayOf = (ctx: Pick<Context, "now">): string => ctx.now.toISOString().slice(0, 10);

/** The prices of a method as one list, those that hold on the day marked. Amounts are text: JSON readers lose digits. */
const pricesOn = (day: string) => sql<GatewayMethod["cost"]>`coalesce((
  SELECT json_agg(json_build_object(
      'id', c.id, 'currency', c.currency, 'cardRegion', c.card_region, 'percent', c.percent, 'fixed', c.fixed::text,
      'minimum', c.minimum::text, 'maximum', c.maximum::text, 'validFrom', c.valid_from::text,
      'createUserName', c.create_user_name,
      'isCurrent', c.valid_from IS NOT DISTINCT FROM (SELECT max(held.valid_from) FROM gateway_method_costs held
        WHERE held.gateway_method_id = c.gateway_method_id AND held.currency = c.currency
          AND held.card_region = c.card_region AND held.valid_from <= ${day}::date))
    ORDER BY c.currency, c.card_region, c.valid_from DESC)
    FROM gateway_method_costs c WHERE c.gateway_method_id = gateway_methods.id), '[]')`;

/** Methods of accounts in scope, with names and prices. */
export const describedGatewayMethods = (ctx: Context) =>
  from(ctx, "gatewayMethods")
    .innerJoin("gatewayAccounts", "gatewayAccounts.id", "gatewayMethods.gatewayAccountId")
    .innerJoin("paymentMethods", "paymentMethods.id", "gatewayMethods.paymentMethodId")
    .selectAll("gatewayMethods")
    .select([
      "gatewayAccounts.name as gatewayAccountName",
      "gatewayAccounts.mode",
      "paymentMethods.code as paymentMethodCode",
      "paymentMethods.category",
      pricesOn(dayOf(ctx)).as("cost"),
    ]);

const columns = {
  gatewayAccountName: sql.ref("gatewayAccounts.name"),
  mode: sql.ref("gatewayAccounts.mode"),
  paymentMethodCode: sql.ref("paymentMethods.code"),
  currencies: sql`CASE WHEN cardinality(gateway_methods.currencies) = 0 THEN ${everyCurrency}
    ELSE array_to_string(gateway_methods.currencies, ' ') END`,
};

/** Answers page, detail and export. */
export const gatewayMethods = recordOperations({
  table: "gatewayMethods",
  resource: gatewayAccountPaymentMethod,
  describe: describedGatewayMethods,
  columns,
  made: ({ now }) => ({
    id: newId("gm", now),
  }),
});

export const listGatewayMethods = async (ctx: Context, gatewayAccountId: string): Promise<GatewayMethod[]> =>
  (await describedGatewayMethods(ctx)
    .where("gatewayMethods.gatewayAccountId", "=", gatewayAccountId)
    .orderBy("paymentMethods.sort")
    .orderBy("gatewayMethods.id")
    .execute()) as GatewayMethod[];

/** What narrows a method of an account: the account itself, and the provider's offer where there is one. */
export async function readOffer(ctx: Context, gatewayAccountId: string, paymentMethodId: string) {
  const row = await from(ctx, "gatewayAccounts")
    .innerJoin("gateways", "gateways.id", "gatewayAccounts.gatewayId")
    .leftJoin("upstreamMethods", (join) =>
      join
        .onRef("upstreamMethods.upstreamGatewayId", "=", "gateways.upstreamGatewayId")
        .on("upstreamMethods.paymentMethodId", "=", paymentMethodId),
    )
    .select([
      "gatewayAccounts.tenantId",
      "gatewayAccounts.currencies",
      "upstreamMethods.status as offer",
      "upstreamMethods.currencies as offeredCurrencies",
      "upstreamMethods.countries as offeredCountries",
    ])
    .where("gatewayAccounts.id", "=", gatewayAccountId)
    .executeTakeFirst();
  if (!row) throw notFound("gatewayAccount", gatewayAccountId);
  return row;
}

export const insertPrice = (ctx: Context, values: Insertable<Tables["gatewayMethodCosts"]>): Promise<unknown> =>
  insert(ctx, "gatewayMethodCosts", {
    ...values,
    createTime: ctx.now.toISOString(),
    createUserId: ctx.actor.userId || null,
    createUserName: ctx.actor.realName || null,
  });

export const findPrice = (ctx: Context, gatewayMethodId: string, id: string) =>
  from(ctx, "gatewayMethodCosts")
    .selectAll()
    .where("id", "=", id)
    .where("gatewayMethodId", "=", gatewayMethodId)
    .executeTakeFirst();

export async function removePrice(ctx: Context, before: { readonly id: string }): Promise<void> {
  await remove(ctx, "gatewayMethodCosts").where("id", "=", before.id).execute();
  ctx.recordChange({ table: "gatewayMethodCosts", id: before.id, before, after: null });
}
