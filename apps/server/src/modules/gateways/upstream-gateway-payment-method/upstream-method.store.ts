import {
  type UpstreamMethod,
  upstreamGatewayPaymentMethod,
} from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { currencyCodes } from "@countinghouse/money/currency.ts";
import { sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { creationStamps, from } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Every country code: a method without a list accepts and matches all. */
const everyCountry = letters.flatMap((first) => letters.map((second) => `${first}${second}`)).join("");
const everyCurrency = currencyCodes.join(" ");

/** Methods of providers in scope, with the names of both. */
export const describedUpstreamMethods = (ctx: Context) =>
  from(ctx, "upstreamMethods")
    .innerJoin("upstreamGateways", "upstreamGateways.id", "upstreamMethods.upstreamGatewayId")
    .innerJoin("paymentMethods", "paymentMethods.id", "upstreamMethods.paymentMethodId")
    .selectAll("upstreamMethods")
    .select([
      "upstreamGateways.name as upstreamGatewayName",
      "paymentMethods.code as paymentMethodCode",
      "paymentMethods.category",
    ]);

const columns = {
  upstreamGatewayName: sql.ref("upstream_gateways.name"),
  paymentMethodCode: sql.ref("payment_methods.code"),
  countries: sql`CASE WHEN cardinality(upstream_methods.countries) = 0 THEN ${everyCountry}
    ELSE array_to_string(upstream_methods.countries, ' ') END`,
  currencies: sql`CASE WHEN cardinality(upstream_methods.currencies) = 0 THEN ${everyCurrency}
    ELSE array_to_string(upstream_methods.currencies, ' ') END`,
};

/** Answers page, detail and export. */
export const upstreamMethods = recordOperations({
  table: "upstreamMethods",
  resource: upstreamGatewayPaymentMethod,
  describe: describedUpstreamMethods,
  columns,
  made: ({ now }) => ({
    id: newId("um", now),
  }),
});

export const listUpstreamMethods = async (ctx: Context, upstreamGatewayId: string): Promise<UpstreamMethod[]> =>
  (await describedUpstreamMethods(ctx)
    .where("upstreamMethods.upstreamGatewayId", "=", upstreamGatewayId)
    .orderBy("paymentMethods.sort")
    .orderBy("upstreamMethods.id")
    .execute()) as UpstreamMethod[];

/** A provider in scope, with the limits of its methods. */
export async function readUpstream(ctx: Context, id: string) {
  const row = await from(ctx, "upstreamGateways")
    .select(["id", "tenantId", "capabilities"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("upstreamGateway", id);
  return row;
}

/** The tenant of a catalogue method in scope. */
export async function tenantOfMethod(ctx: Context, id: string): Promise<number> {
  const row = await from(ctx, "paymentMethods").select("tenantId").where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("paymentMethod", id);
  return row.tenantId;
}

interface Copy {
  readonly source: string;
  readonly target: { readonly id: string; readonly tenantId: number; readonly capabilities: readonly string[] };
  newId(): string;
}

/** Copies missing methods from another provider, limited to the target's own capabilities. */
export async function copyMethods(ctx: Context, { source, target, newId }: Copy): Promise<number> {
  const rows = await from(ctx, "upstreamMethods")
    .selectAll()
    .where("upstreamGatewayId", "=", source)
    .where(
      sql<boolean>`payment_method_id NOT IN (
        SELECT own.payment_method_id FROM upstream_methods own WHERE own.upstream_gateway_id = ${target.id})`,
    )
    .execute();
  for (const row of rows) {
    const { version: _v, createTime: _t, updateTime: _u, updateUserId: _i, updateUserName: _n, ...values } = row;
    const copied = {
      ...values,
      ...creationStamps(ctx),
      id: newId(),
      tenantId: target.tenantId,
      upstreamGatewayId: target.id,
      supports: row.supports.filter((capability) => target.capabilities.includes(capability)),
    };
    const stored = {
      ...copied,
      limits: JSON.stringify(row.limits),
      defaultCostFixed: JSON.stringify(row.defaultCostFixed),
    };
    await ctx.db.insertInto("upstreamMethods").values(stored).execute();
    ctx.recordChange({ table: "upstreamMethods", id: copied.id, before: null, after: copied });
  }
  return rows.length;
}
